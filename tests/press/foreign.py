"""What other programs write and ours do not: wide and drawn fonts, palettes, patterns, annotations, odd objects."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from sheetgen.drawing.text import font_face
from tests.press.broken import Mutation, draw, fade, form, image, on_page, shading, spot

BLACK = "/Overprint gs 0 0 0 1 k"


def truetype(*, empty: bool = False) -> bytes:
    """A whole TrueType font, or one whose outlines are gone."""
    from fontTools.ttLib import TTFont

    font = TTFont(font_face("text").path)
    if empty:
        for glyph in font["glyf"].keys():  # noqa: SIM118  # it is no dictionary
            font["glyf"][glyph] = type(font["glyf"][".notdef"])()
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def wide(
    program: Callable[[], bytes] | None = truetype, widths: Any = None, **changes: Any
) -> Callable[[pikepdf.Pdf], Any]:
    """A font of two bytes a character, as most programs embed them."""

    def make(pdf: pikepdf.Pdf) -> Any:
        descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.Wide, Flags=4)
        if program is not None:
            descriptor.FontFile2 = pdf.make_stream(program())
        descendant = Dictionary(
            Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Wide, FontDescriptor=pdf.make_indirect(descriptor)
        )
        if widths is not None:
            descendant.W = Array(widths)
        usual = {
            "Type": Name.Font,
            "Subtype": Name.Type0,
            "BaseFont": Name.Wide,
            "Encoding": Name("/Identity-H"),
            "DescendantFonts": Array([pdf.make_indirect(descendant)]),
        }
        return pdf.make_indirect(Dictionary(**usual | changes))

    return make


def drawn(content: str, *, names: tuple[str, ...] = ("star",)) -> Callable[[pikepdf.Pdf], Any]:
    """A font whose glyphs are drawings; code 1 is the first name."""

    def make(pdf: pikepdf.Pdf) -> Any:
        return pdf.make_indirect(
            Dictionary(
                Type=Name.Font,
                Subtype=Name.Type3,
                Name=Name.Drawn,
                FontBBox=[0, 0, 1000, 1000],
                FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
                FirstChar=1,
                LastChar=2,
                Widths=[1000, 1000],
                Encoding=Dictionary(Differences=Array([1, *(Name(f"/{name}") for name in names)])),
                CharProcs=Dictionary(star=pdf.make_stream(content.encode())),
            )
        )

    return make


def damaged(pdf: pikepdf.Pdf) -> Any:
    """A font of one byte a character whose program is no font."""
    own = Dictionary(dict(next(iter(pdf.pages[0].Resources.Font.values())).items()))
    descriptor = Dictionary(dict(own.FontDescriptor.items()))
    descriptor.FontFile2 = pdf.make_stream(b"\0\1\0\0 not a font")
    own.FontDescriptor = pdf.make_indirect(descriptor)
    return pdf.make_indirect(own)


def tile(content: str, paint: int = 1, **keys: Any) -> Callable[[pikepdf.Pdf], Any]:
    usual = {"PatternType": 1, "PaintType": paint, "TilingType": 1, "XStep": 3, "YStep": 3}
    return form(content, Type=Name.Pattern, **usual | keys)


def palette(base: Any, colours: bytes) -> Callable[[pikepdf.Pdf], Any]:
    return image(b"\0", ColorSpace=Array([Name.Indexed, base, len(colours) // 3, pikepdf.String(colours)]))


def stamp(content: str, **changes: Any) -> Callable[[pikepdf.Pdf, Any], Any]:
    """An annotation with a look of its own, in the middle of the sheet."""

    def make(pdf: pikepdf.Pdf, page: Any) -> Any:
        left, bottom = float(page.TrimBox[0]) + 50, float(page.TrimBox[1]) + 50
        look = form(content, BBox=Array([0, 0, 10, 10]))(pdf)
        usual: dict[str, Any] = {
            "Subtype": Name.Stamp,
            "Rect": [left, bottom, left + 20, bottom + 20],
            "F": 4,
            "AP": Dictionary(N=look),
        }
        return Array([Dictionary(**usual | changes)])

    return make


FOREIGN: dict[str, Mutation] = {
    "a wide font left behind": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf <00210022> Tj ET", Font={"Fa": wide(None)}), "font", "Wide is not embedded"
    ),
    "a wide font without glyphs": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf <00210022> Tj ET", Font={"Fa": wide(lambda: truetype(empty=True))}),
        "font",
        "Wide is embedded without its glyphs",
    ),
    "a wide font of nothing": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf <00210022> Tj ET", Font={"Fa": wide(DescendantFonts=Array([]))}),
        "font",
        "Wide has no descendant font",
    ),
    "a glyph that a wide font lacks": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf <0021FFFE> Tj ET", Font={"Fa": wide()}),
        "glyph",
        "the font Wide has no glyph for a character",
    ),
    "wide type near the cut, by its listed widths": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf 255 0 Td <00210021> Tj ET", Font={"Fa": wide(widths=[0x21, Array([1200])])}),
        "safe",
        "text",
    ),
    "wide type near the cut, by the width of a range": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf 255 0 Td <00210021> Tj ET", Font={"Fa": wide(widths=[0x20, 0x30, 1200])}),
        "safe",
        "text",
    ),
    "a font that is none": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf (11) Tj ET", Font={"Fa": 7}), "font", "without a name is not a font"
    ),
    "a font program that is none": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf (11) Tj ET", Font={"Fa": damaged}), "font", "its glyphs cannot be read"
    ),
    "a drawn glyph in RGB": Mutation(
        draw(f"{BLACK} BT /Fa 9 Tf <01> Tj ET", Font={"Fa": drawn("1000 0 d0 1 0 0 rg 0 0 900 900 re f")}),
        "rgb",
        "RGB colour in an area",
    ),
    "a glyph that was never drawn": Mutation(
        draw(
            f"{BLACK} BT /Fa 9 Tf <0102> Tj ET",
            Font={"Fa": drawn("1000 0 0 0 900 900 d1 0 0 900 900 re f", names=("star", "moon"))},
        ),
        "glyph",
        "the font Drawn has no glyph",
    ),
    "a pattern in the RGB of its area": Mutation(
        draw(
            "/Own cs 1 0 0 /Pt scn 0 0 30 30 re f",
            ColorSpace={"Own": Array([Name.Pattern, Name.DeviceRGB])},
            Pattern={"Pt": tile("0 0 2 2 re f", paint=2)},
        ),
        "rgb",
        "RGB colour in an area",
    ),
    "a shading pattern in RGB": Mutation(
        draw(
            "/Pattern cs /Pt scn 0 0 30 30 re f",
            Pattern={"Pt": Dictionary(PatternType=2, Shading=shading(Name.DeviceRGB, fade([0, 0, 0], [1, 1, 1])))},
        ),
        "rgb",
        "RGB colour in a shading",
    ),
    "a pattern that is none": Mutation(
        draw("/Pattern cs /Pt scn 0 0 30 30 re f", Pattern={"Pt": Dictionary(PatternType=1)}),
        "damaged",
        "a pattern without a drawing",
    ),
    "a stitched shading with too much ink": Mutation(
        draw(
            "0 0 30 30 re W n /Sh sh",
            Shading={
                "Sh": shading(
                    Name.DeviceCMYK,
                    Dictionary(
                        FunctionType=3,
                        Domain=[0, 1],
                        Bounds=[0.5],
                        Encode=[0, 1, 0, 1],
                        Functions=[fade([0, 0, 0, 0], [1, 1, 1, 0.3]), fade([1, 1, 1, 0.3], [0, 0, 0, 0])],
                    ),
                )
            },
        ),
        "ink",
        "330 % ink in a shading",
    ),
    "a shading with too much ink, a function for each": Mutation(
        draw(
            "0 0 30 30 re W n /Sh sh",
            Shading={"Sh": shading(Name.DeviceCMYK, [fade([0], [full]) for full in (1, 1, 0.8, 0.4)])},
        ),
        "ink",
        "320 % ink in a shading",
    ),
    "a palette in RGB": Mutation(
        draw("9 0 0 9 0 0 cm /Im Do", XObject={"Im": palette(Name.DeviceRGB, b"\0\0\0\xff\xff\xff")}),
        "rgb",
        "RGB colour in an image",
    ),
    "an inline palette in RGB": Mutation(
        draw("9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS [/Indexed /RGB 0 <000000>] ID a EI"),
        "rgb",
        "RGB colour in an image",
    ),
    "a palette with too much ink": Mutation(
        draw("9 0 0 9 0 0 cm /Im Do", XObject={"Im": palette(Name.DeviceCMYK, b"\xff\xff\xff\xff")}),
        "ink",
        "400 % ink in an image",
    ),
    "a picture in JPEG 2000 that does not say its colours": Mutation(
        draw("9 0 0 9 0 0 cm /Im Do", XObject={"Im": image(b"jpx", Filter=Name.JPXDecode)}),
        "jpx",
        "a JPEG 2000 image without a colour space",
    ),
    "a picture in colours that are not there": Mutation(
        draw("9 0 0 9 0 0 cm /Im Do", XObject={"Im": image(b"a", ColorSpace=Name.Nope)}),
        "colour-space resource",
        "the colour space /Nope",
    ),
    "a PostScript object": Mutation(
        draw("/Ps Do", XObject={"Ps": form("showpage", Subtype=Name.PS)}), "postscript", "the PostScript object /Ps"
    ),
    "an object that is none": Mutation(
        draw("/Thing Do", XObject={"Thing": form("", Subtype=Name.Thing)}), "damaged", "neither an image nor a form"
    ),
    "several spots over an RGB alternate": Mutation(
        draw(
            "/Two cs 1 0.5 scn 0 0 9 9 re f",
            ColorSpace={
                "Two": lambda pdf: Array(
                    [
                        Name.DeviceN,
                        Array([Name.Fire, Name.Water]),
                        Name.DeviceRGB,
                        pdf.make_stream(b"{pop 0 0}", FunctionType=4, Domain=[0, 1, 0, 1], Range=[0, 1, 0, 1, 0, 1]),
                    ]
                )
            },
        ),
        "rgb",
        "RGB colour as the alternate of the spot Fire",
    ),
    "calibrated RGB": Mutation(
        draw(
            "/Cal cs 1 0 0 scn 0 0 9 9 re f",
            ColorSpace={"Cal": Array([Name.CalRGB, Dictionary(WhitePoint=[1, 1, 1])])},
        ),
        "rgb",
        "RGB colour in an area",
    ),
    "small light type on a dark spot": Mutation(
        draw(
            "/Night cs 1 scn -9 -9 90 90 re f 0 0 0 0 k BT /FONT 7 Tf (11) Tj ET",
            ColorSpace={"Night": lambda pdf: spot(pdf, "Night", Name.DeviceCMYK, [1.0, 0.9, 0.0, 0.4])},
        ),
        "negative-type",
        "light type of 7.0 pt on a dark ground",
    ),
    "a stamp in RGB": Mutation(
        on_page("/Annots", stamp("1 0 0 rg 0 0 10 10 re f")), "annotation rgb", "an annotation (Stamp)"
    ),
    "a stamp with two looks, of which one is worn": Mutation(
        on_page(
            "/Annots",
            lambda pdf, page: stamp(
                "",
                AS=Name.On,
                AP=Dictionary(
                    N=Dictionary(
                        On=form("1 0 0 rg 0 0 10 10 re f", BBox=Array([0, 0, 10, 10]))(pdf),
                        Off=form("", BBox=Array([0, 0, 10, 10]))(pdf),
                    )
                ),
            )(pdf, page),
        ),
        "annotation rgb",
        "RGB colour in an area",
    ),
    "a hidden stamp in RGB": Mutation(
        on_page("/Annots", stamp("1 0 0 rg 0 0 10 10 re f", F=2)), "annotation", "an annotation (Stamp)"
    ),
}
