"""Colours: mixing, contrast, and what a die's colour becomes on a sheet."""

from functools import cache

Rgb = tuple[int, int, int]


def rgb(colour: str) -> Rgb:
    """Split #RRGGBB."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hexed(channels: tuple[float, float, float]) -> str:
    """Join channels to #RRGGBB."""
    return "#" + "".join(f"{min(255, max(0, round(channel))):02X}" for channel in channels)


@cache
def mix(colour: str, other: str, share: float) -> str:
    """Mix a share of one colour into another.

    >>> mix("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    a, b = rgb(colour), rgb(other)
    return hexed(
        (a[0] * share + b[0] * (1 - share), a[1] * share + b[1] * (1 - share), a[2] * share + b[2] * (1 - share))
    )


@cache
def luminance(colour: str) -> float:
    """The relative luminance of WCAG."""

    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = rgb(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def grey_of(colour: str) -> str:
    """The grey that is as light as a colour.

    >>> grey_of("#FFD500"), grey_of("#512383")
    ('#D8D8D8', '#3C3C3C')
    """
    light = luminance(colour)
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return hexed((255 * part, 255 * part, 255 * part))


@cache
def contrast(colour: str, other: str) -> float:
    """The contrast ratio of WCAG, from 1 to 21.

    >>> round(contrast("#FFFFFF", "#000000"))
    21
    """
    high, low = sorted((luminance(colour), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@cache
def until_contrast(colour: str, ground: str, ratio: float) -> str:
    """Darken or lighten a colour just so far that it stands out from a ground."""
    target = "#000000" if luminance(ground) > 0.18 else "#FFFFFF"
    for step in range(41):
        shade = mix(colour, target, 1 - step / 40)
        if contrast(shade, ground) >= ratio:
            return shade
    return target


def readable_on(ground: str, dark: str, light: str) -> str:
    """Whichever of two text colours reads better on a ground."""
    return dark if contrast(dark, ground) >= contrast(light, ground) else light
