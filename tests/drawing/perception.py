"""How far apart colours look: CIEDE2000, and what people with a colour vision deficiency see."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from sheetgen.drawing.themes import hex_colour, rgb

Lab = tuple[float, float, float]

# Machado, Oliveira, Fernandes 2009, severity 1.0; the matrices work on linear RGB.
DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(channel: float) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _encoded(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return 255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)


def seen_with(deficiency: str, colour: str) -> str:
    """A colour as it is seen with a deficiency."""
    parts = [_linear(channel) for channel in rgb(colour)]
    seen = [_encoded(sum(a * b for a, b in zip(row, parts, strict=True))) for row in DEFICIENCIES[deficiency]]
    return hex_colour((seen[0], seen[1], seen[2]))


def lab_seen_with(deficiency: str, colour: Lab) -> Lab:
    """A colour of CIELAB as it is seen with a deficiency; it may be one that no screen shows."""
    fy = (colour[0] + 16) / 116
    fx, fz = fy + colour[1] / 500, fy - colour[2] / 200
    x, y, z = (t**3 if t**3 > 216 / 24389 else (116 * t - 16) * 27 / 24389 for t in (fx, fy, fz))
    x, z = x * 0.95047, z * 1.08883
    red = 3.2404542 * x - 1.5371385 * y - 0.4985314 * z
    green = -0.9692660 * x + 1.8760108 * y + 0.0415560 * z
    blue = 0.0556434 * x - 0.2040259 * y + 1.0572252 * z
    seen = [max(0.0, row[0] * red + row[1] * green + row[2] * blue) for row in DEFICIENCIES[deficiency]]
    return _lab_of_light(seen[0], seen[1], seen[2])


def lab(colour: str) -> Lab:
    """CIELAB under D65."""
    r, g, b = (_linear(channel) for channel in rgb(colour))
    return _lab_of_light(r, g, b)


def _lab_of_light(r: float, g: float, b: float) -> Lab:
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str) -> float:
    """ΔE2000 of two colours."""
    return ciede2000(lab(one), lab(other))


def ciede2000(one: Lab, other: Lab) -> float:
    """ΔE2000 (Sharma, Wu, Dalal 2005)."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(mean7 / (mean7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1 = degrees(atan2(b1, a1)) % 360 if c1 else 0.0
    h2 = degrees(atan2(b2, a2)) % 360 if c2 else 0.0
    turn = h2 - h1
    if c1 * c2 == 0:
        turn = 0.0
    elif abs(turn) > 180:
        turn -= 360 if turn > 0 else -360
    delta_h = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2
    if c1 * c2:
        hue = hue / 2 if abs(h1 - h2) <= 180 else (hue + 360) / 2 if hue < 360 else (hue - 360) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    weight_l = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    weight_c, weight_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    dl, dc, dh = (l2 - l1) / weight_l, (c2 - c1) / weight_c, delta_h / weight_h
    return sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)
