"""Broken PDFs: a good file for a print shop, written by hand, and many ways to spoil it."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from sheetgen.drawing.scene import Scene
from sheetgen.drawing.text import text_at
from sheetgen.formats.pdf import as_pages
from sheetgen.press.profiles import load_profile

MM = 72 / 25.4
WIDTH, HEIGHT, BLEED, SLUG = 120.0, 171.0, 3.0, 9.0
LETTERS = "123456"
DATE_OLD, DATE_NEW = "D:20000101000000Z", "2000-01-01T00:00:00Z"
X4, X1A = "press-x4", "press-x1a"


def mm(*values: float) -> str:
    return " ".join(f"{value * MM:.4f}" for value in values)


def good(profile: str = X4) -> pikepdf.Pdf:
    """Three pages of the same sheet, by reference: grounds, lines, black text, white text, spots and marks."""
    is_x4 = profile == X4
    pdf = pikepdf.new()
    out = SLUG + BLEED
    page_width, page_height = WIDTH + 2 * out, HEIGHT + 2 * out
    far = out + HEIGHT
    content = f"""
    q 0.1 0 0.4 0 k {mm(SLUG, SLUG, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)} re f
    1 0 0 1 {mm(out, out)} cm
    0.7 0.6 0 0.1 k {mm(40, 20, 50, 30)} re f
    0 0 0 1 K 0.5 w {mm(40, 20, 50, 30)} re S
    /Over gs 0 0 0 1 k BT /F1 9 Tf {mm(10)} {mm(15)} Td ({LETTERS}) Tj ET
    /Plain gs 0 0 0 0 k BT /F1 9 Tf {mm(50)} {mm(30)} Td ({LETTERS}) Tj ET
    /Gold cs 0.8 scn {mm(100, 100, 5, 5)} re f Q
    q /All CS 1 SCN 0.3 w {mm(out, 1)} m {mm(out, 6)} l S {mm(out, far + 5)} m {mm(out, far + 10)} l S Q
    """
    resources = pdf.make_indirect(
        Dictionary(
            Font=Dictionary(F1=_font(pdf)),
            ExtGState=Dictionary(
                Over=Dictionary(Type=Name.ExtGState, op=True, OP=True, OPM=1), Plain=Dictionary(op=False, OP=False)
            ),
            ColorSpace=Dictionary(
                All=spot(pdf, "All", Name.DeviceCMYK, [1, 1, 1, 1]),
                Gold=spot(pdf, "Gold", Name.DeviceCMYK, [0, 0.2, 0.6, 0.2]),
            ),
        )
    )
    stream = pdf.make_stream(content.encode())
    for _ in range(3):
        page = Dictionary(
            Type=Name.Page,
            MediaBox=box(0, 0, page_width, page_height),
            BleedBox=box(SLUG, SLUG, page_width - SLUG, page_height - SLUG),
            TrimBox=box(out, out, page_width - out, page_height - out),
            Resources=resources,
            Contents=stream,
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String("FOGRA39"),
        RegistryName=String("http://www.color.org"),
    )
    if is_x4:
        icc = load_profile(X4).icc
        assert icc is not None
        intent.DestOutputProfile = pdf.make_stream(Path(icc).read_bytes(), N=4)
    pdf.Root.OutputIntents = Array([intent])
    recorded = Dictionary({"/E4EFB2": Array([126, 0.1, 0, 0.4, 0]), "/5164A2": Array([30, 0.7, 0.6, 0, 0.1])})
    pdf.Root.PieceInfo = Dictionary(
        sheetgen=Dictionary(LastModified=String(DATE_OLD), Private=Dictionary(Colours=recorded))
    )
    info = pdf.docinfo
    info["/Title"], info["/Creator"] = String("A sheet"), String("by hand")
    info["/CreationDate"] = info["/ModDate"] = String(DATE_OLD)
    info["/Trapped"] = Name("/False")
    info["/GTS_PDFXVersion"] = String("PDF/X-4" if is_x4 else "PDF/X-1a:2003")
    describe(pdf)
    return pdf


def describe(pdf: pikepdf.Pdf) -> None:
    values = {
        "dc:title": "A sheet",
        "xmp:CreatorTool": "by hand",
        "xmp:CreateDate": DATE_NEW,
        "xmp:ModifyDate": DATE_NEW,
        "pdf:Trapped": "False",
        "pdfxid:GTS_PDFXVersion": str(pdf.docinfo["/GTS_PDFXVersion"]),
    }
    for key, value in values.items():
        xmp(key, value)(pdf)


def xmp(key: str, value: str) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as packet:
            packet[key] = value

    return change


def box(*edges: float) -> Array:
    return Array([round(edge * MM, 4) for edge in edges])


def spot(pdf: pikepdf.Pdf, name: str, alternate: Any, full: list[float]) -> Array:
    tint = fade([0.0] * len(full), full)
    return Array([Name.Separation, Name(f"/{name}"), alternate, pdf.make_indirect(tint)])


def _font(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """An embedded font, out of a page that has one."""
    scene = Scene(50, 10, (text_at(LETTERS, 0, 8, 4, "text", "#000000"),), "", "", "en")
    with pikepdf.open(BytesIO(as_pages([scene]))) as drawn:
        page = drawn.pages[0]
        used = re.search(rb"/(\S+) \S+ Tf [^(]*\(" + LETTERS.encode(), page.Contents.read_bytes())
        assert used is not None
        return pdf.copy_foreign(page.Resources.Font[f"/{used.group(1).decode()}"])


def saved(pdf: pikepdf.Pdf, path: Path, profile: str = X4, **options: Any) -> Path:
    usual: dict[str, Any] = {
        "deterministic_id": True,
        "fix_metadata_version": False,
        "force_version": "1.6" if profile == X4 else "1.4",
    }
    if profile == X1A:
        usual["object_stream_mode"] = pikepdf.ObjectStreamMode.disable
    pdf.save(path, **usual | options)
    return path


PLACE = (20.0, 30.0)  # where spoilt things are drawn, in millimetres from the top left of the trim


def draw(content: str, page: int = 1, **resources: dict[str, Any]) -> Callable[[pikepdf.Pdf], None]:
    """Draw something on one page, with the lower left corner of the coordinates at PLACE."""

    def change(pdf: pikepdf.Pdf) -> None:
        target = pdf.pages[page]
        left, _, _, top = (float(edge) for edge in target.TrimBox)
        here = f"q 1 0 0 1 {left + PLACE[0] * MM:.4f} {top - PLACE[1] * MM:.4f} cm {content} Q"
        font = next(iter(target.Resources.Font.keys()))
        own = Dictionary(
            {key: Dictionary(dict(value.items())) for key, value in target.Resources.items() if key != "/ProcSet"}
        )
        over = pdf.make_indirect(Dictionary(Type=Name.ExtGState, op=True, OP=True, OPM=1))
        for kind, entries in ({"ExtGState": {"Overprint": over}} | resources).items():
            merged = dict(own.get(f"/{kind}", Dictionary()).items())
            for name, value in entries.items():
                merged[f"/{name}"] = value(pdf) if callable(value) else value
            own[f"/{kind}"] = Dictionary(merged)
        target.Resources = own
        streams = list(target.Contents) if isinstance(target.Contents, Array) else [target.Contents]
        target.Contents = Array([*streams, pdf.make_stream(here.replace("/FONT", font).encode())])

    return change


def on_page(key: str, value: Any, page: int = 1) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        target = pdf.pages[page].obj
        if value is None:
            del target[key]
        else:
            target[key] = value(pdf, target) if callable(value) else value

    return change


def moved(name: str, *by: float) -> Callable[[pikepdf.Pdf], None]:
    """Move the edges of a box, in millimetres."""
    return on_page(
        f"/{name}",
        lambda _, page: Array([float(edge) + off * MM for edge, off in zip(page[f"/{name}"], by, strict=True)]),
    )


def intent(key: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        target = pdf.Root.OutputIntents[0]
        if value is None:
            del target[key]
        else:
            target[key] = value(pdf) if callable(value) else value

    return change


def info(key: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        if value is None:
            del pdf.docinfo[key]
        else:
            pdf.docinfo[key] = value

    return change


def root(key: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        if value is None:
            del pdf.Root[key]
        else:
            pdf.Root[key] = value(pdf) if callable(value) else value

    return change


def recorded_as(*values: float) -> Callable[[pikepdf.Pdf], None]:
    """Record a colour of the design (the first that is one) with another width and other inks."""

    def change(pdf: pikepdf.Pdf) -> None:
        colours = pdf.Root.PieceInfo.sheetgen.Private.Colours
        name = next(name for name, mix in colours.items() if any(mix[1:4]))
        colours[name] = Array(list(values))

    return change


def recorded_grey(pdf: pikepdf.Pdf) -> None:
    pdf.Root.PieceInfo.sheetgen.Private.Colours["/F1F2F4"] = Array([40, 0.05, 0.04, 0.04, 0])


def made_grey(pdf: pikepdf.Pdf) -> None:
    """Every colour in black ink, as a conversion to grey does it."""
    streams = [page.Contents for page in pdf.pages]
    streams += [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
    for stream in streams:
        steps = []
        for step in pikepdf.parse_content_stream(stream):
            operands: list[Any] = list(step.operands)
            word = str(step.operator)
            if word in ("k", "K"):
                cyan, magenta, yellow, black = map(float, operands)
                operands = [0, 0, 0, round(max(black, (cyan + magenta + yellow) / 3), 3)]
            steps.append(pikepdf.ContentStreamInstruction(operands, step.operator))
        stream.write(pikepdf.unparse_content_stream(steps))


def form(content: str, **keys: Any) -> Callable[[pikepdf.Pdf], pikepdf.Object]:
    """A form, or anything else that is drawn from a stream."""
    usual = {
        "Type": Name.XObject,
        "Subtype": Name.Form,
        "BBox": Array([-500, -500, 500, 500]),
        "Resources": Dictionary(),
    }
    return lambda pdf: pdf.make_stream(content.encode(), **usual | keys)


def image(data: bytes, **keys: Any) -> Callable[[pikepdf.Pdf], pikepdf.Object]:
    usual = {"Type": Name.XObject, "Subtype": Name.Image, "Width": 1, "Height": 1, "BitsPerComponent": 8}
    return lambda pdf: pdf.make_stream(data, **usual | keys)


def fade(start: list[float], end: list[float]) -> Dictionary:
    """A function from one colour to another."""
    return Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=start, C1=end)


def shading(space: Any, function: Any) -> Dictionary:
    """Thirty points from left to right."""
    return Dictionary(ShadingType=2, ColorSpace=space, Coords=[0, 0, 30, 0], Function=function)


def unembedded(pdf: pikepdf.Pdf) -> pikepdf.Object:
    return pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))


def gutted(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A font whose program is there and empty."""
    own = pdf.make_indirect(Dictionary(dict(next(iter(pdf.pages[0].Resources.Font.values())).items())))
    descriptor = Dictionary(dict(own.FontDescriptor.items()))
    descriptor.FontFile2 = pdf.make_stream(b"")
    own.FontDescriptor = pdf.make_indirect(descriptor)
    return own


class Mutation(NamedTuple):
    """One way to spoil a file, the code (or codes) that it must be caught by, and words of the objection."""

    change: Callable[[pikepdf.Pdf], None]
    code: str
    words: str


TEXT = "/Overprint gs 0 0 0 1 k BT /FONT 9 Tf (11) Tj ET"
AT = "page 2: at 20.0 x "
# Drawn on top of one page; these work on any pad.
DRAWN: dict[str, Mutation] = {
    "an RGB line": Mutation(draw("1 0 0 RG 1 w 0 0 m 50 0 l S"), "rgb", "RGB colour in a line; expected process"),
    "an RGB area": Mutation(draw("1 0 0 rg 0 0 9 9 re f"), "rgb", "RGB colour in an area"),
    "RGB text": Mutation(draw("1 0 0 rg BT /FONT 9 Tf (11) Tj ET"), "rgb", "RGB colour in text"),
    "RGB inside a form": Mutation(
        draw("2 0 0 2 5 5 cm /Fx Do", XObject={"Fx": form("0 1 0 rg 0 0 9 9 re f")}),
        "rgb",
        "at 21.8 x 21.9 mm: RGB colour",
    ),
    "RGB inside a pattern": Mutation(
        draw(
            "/Pattern cs /Pt scn 0 0 30 30 re f",
            Pattern={
                "Pt": form(
                    "1 0 1 rg 0 0 2 2 re f",
                    Type=Name.Pattern,
                    PatternType=1,
                    PaintType=1,
                    TilingType=1,
                    XStep=3,
                    YStep=3,
                )
            },
        ),
        "rgb",
        "RGB colour in an area",
    ),
    "an RGB image": Mutation(
        draw("9 0 0 9 0 0 cm /Im Do", XObject={"Im": image(b"abc", ColorSpace=Name.DeviceRGB)}), "rgb", "in an image"
    ),
    "an inline RGB image": Mutation(
        draw("9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI"), "rgb", "RGB colour in an image"
    ),
    "an RGB shading": Mutation(
        draw(
            "0 0 30 30 re W n /Sh sh",
            Shading={"Sh": shading(Name.DeviceRGB, fade([0, 0, 0], [1, 1, 1]))},
        ),
        "rgb",
        "RGB colour in a shading",
    ),
    "ICC-based RGB": Mutation(
        draw(
            "/Icc cs 1 0 0 scn 0 0 9 9 re f",
            ColorSpace={"Icc": lambda pdf: Array([Name.ICCBased, pdf.make_stream(b"icc", N=3)])},
        ),
        "rgb",
        "ICC-based RGB colour in an area",
    ),
    "Lab": Mutation(
        draw("/L cs 50 10 10 scn 0 0 9 9 re f", ColorSpace={"L": Array([Name.Lab, Dictionary(WhitePoint=[1, 1, 1])])}),
        "rgb",
        "Lab colour in an area",
    ),
    "a spot with an RGB alternate": Mutation(
        draw(
            "/Red cs 1 scn 0 0 9 9 re f",
            ColorSpace={"Red": lambda pdf: spot(pdf, "Fire", Name.DeviceRGB, [1.0, 0.0, 0.0])},
        ),
        "rgb",
        "RGB colour as the alternate of the spot Fire",
    ),
    "too much ink": Mutation(draw("1 1 0.9 0.5 k 0 0 9 9 re f"), "ink", "340 % ink in an area; expected at most 300 %"),
    "too much ink in an image": Mutation(
        draw("9 0 0 9 0 0 cm /Im Do", XObject={"Im": image(b"\xff\xff\xff\xff", ColorSpace=Name.DeviceCMYK)}),
        "ink",
        "400 % ink in an image",
    ),
    "too much ink by overprinting": Mutation(
        draw("0.9 0.8 0.7 0 k -9 -9 90 90 re f " + TEXT), "ink", "340 % ink where text prints over its ground"
    ),
    "registration colour in the artwork": Mutation(
        draw(
            "/Everything cs 1 scn 0 0 9 9 re f",
            ColorSpace={"Everything": lambda pdf: spot(pdf, "All", Name.DeviceCMYK, [1, 1, 1, 1])},
        ),
        "registration",
        "the registration colour in an area",
    ),
    "white that overprints": Mutation(
        draw("1 0 0 0 k -9 -9 90 90 re f /Overprint gs 0 0 0 0 k 0 0 9 9 re f"),
        "white-overprint",
        "white that overprints",
    ),
    "a hairline": Mutation(draw("0.1 w 0 0 m 50 0 l S"), "hairline", "a line of 0.10 pt; expected 0.25 pt or more"),
    "a line without width": Mutation(draw("0 w 0 0 m 50 0 l S"), "hairline", "a line of 0.00 pt"),
    "a line made thin by scaling": Mutation(draw("0.2 0 0 0.2 0 0 cm 1 w 0 0 m 50 0 l S"), "hairline", "of 0.20 pt"),
    "a thin area": Mutation(draw("0 0 0 1 k 0 0 50 0.1 re f"), "hairline", "an area only 0.10 pt thick"),
    "a thin area aslant": Mutation(
        draw("0 0 0 1 k 0.8 0.6 -0.6 0.8 0 0 cm 0 0 50 0.1 re f"), "hairline", "an area only 0.10 pt thick"
    ),
    "a thin light line on dark": Mutation(
        draw("1 0.8 0 0 k -9 -9 90 90 re f 0 0 0 0 K 0.3 w 0 0 m 50 0 l S"), "negative-line", "a light line of 0.30 pt"
    ),
    "small type": Mutation(
        draw("/Overprint gs 0 0 0 1 k BT /FONT 4 Tf (11) Tj ET"), "small-type", "type of 4.0 pt; expected 6 pt or more"
    ),
    "type made small by scaling": Mutation(
        draw("/Overprint gs 0 0 0 1 k 0.5 0 0 0.5 0 0 cm BT 0.9 0 0 0.9 0 0 Tm /FONT 9 Tf (11) Tj ET"),
        "small-type",
        "type of 4.0 pt",
    ),
    "small type on dark": Mutation(
        draw("1 0.8 0 0 k -9 -9 90 90 re f 0 0 0 0 k BT /FONT 7 Tf (11) Tj ET"), "negative-type", "light type of 7.0 pt"
    ),
    "small type on a dark disc": Mutation(
        draw(
            "1 0.8 0 0 k 30 0 m 30 16 16 30 0 30 c -16 30 -30 16 -30 0 c "
            "-30 -16 -16 -30 0 -30 c 16 -30 30 -16 30 0 c f 0 0 0 0 k BT /FONT 7 Tf (11) Tj ET"
        ),
        "negative-type",
        "light type of 7.0 pt on a dark ground; expected 8 pt or more",
    ),
    "black text cut out": Mutation(
        draw("0 0 0 1 k BT /FONT 9 Tf (11) Tj ET"), "black-text", "black text that does not overprint"
    ),
    "text in four inks": Mutation(
        draw("0.75 0.68 0.67 0.9 k BT /FONT 9 Tf (11) Tj ET"), "rich-black", "text in a black of several inks"
    ),
    "grey text in three inks": Mutation(
        draw("0.5 0.4 0.4 0 k BT /FONT 9 Tf (11) Tj ET"),
        "mixed-grey",
        "grey text of 9.0 pt in several inks; expected black ink alone",
    ),
    "a thin grey line in four inks": Mutation(
        draw("0.5 0.4 0.4 0.1 K 1 w 0 0 m 50 0 l S"), "mixed-grey", "a grey line of 1.00 pt in several inks"
    ),
    "a font left behind": Mutation(
        draw("/Overprint gs 0 0 0 1 k BT /Fa 9 Tf (11) Tj ET", Font={"Fa": unembedded}),
        "font",
        "Helvetica is not embedded",
    ),
    "a font without glyphs": Mutation(
        draw("/Overprint gs 0 0 0 1 k BT /Fa 9 Tf (11) Tj ET", Font={"Fa": gutted}),
        "font",
        "embedded without its glyphs",
    ),
    "a font that nobody uses": Mutation(draw("", Font={"Fa": unembedded}), "font", "Helvetica is not embedded"),
    "a missing font": Mutation(draw("BT /Nope 9 Tf (11) Tj ET"), "resource", "the font /Nope is used but not there"),
    "a missing form": Mutation(draw("/Nope Do"), "resource", "the image or form /Nope"),
    "a missing graphics state": Mutation(draw("/Nope gs"), "resource", "the graphics state /Nope"),
    "a missing colour space": Mutation(draw("/Nope cs"), "resource", "the colour space /Nope"),
    "a missing glyph": Mutation(
        draw("/Overprint gs 0 0 0 1 k BT /FONT 9 Tf (\\377) Tj ET"), "glyph", "has no glyph for a character"
    ),
    "opacity": Mutation(
        draw("/Half gs 1 0 0 0 k 0 0 9 9 re f", ExtGState={"Half": Dictionary(ca=0.5)}),
        "transparency",
        "opacity of 50 %",
    ),
    "a blend mode": Mutation(
        draw("/Mul gs 1 0 0 0 k 0 0 9 9 re f", ExtGState={"Mul": Dictionary(BM=Name.Multiply)}),
        "transparency",
        "Multiply",
    ),
    "a soft mask": Mutation(
        draw(
            "9 0 0 9 0 0 cm /Im Do",
            XObject={
                "Im": lambda pdf: image(
                    b"a", ColorSpace=Name.DeviceGray, SMask=image(b"a", ColorSpace=Name.DeviceGray)(pdf)
                )(pdf)
            },
        ),
        "transparency",
        "a soft mask in an image",
    ),
    "a transparency group": Mutation(
        draw("/Fx Do", XObject={"Fx": form("1 0 0 0 k 0 0 9 9 re f", Group=Dictionary(S=Name.Transparency))}),
        "transparency",
        "a transparency group in a form",
    ),
    "artwork that stops at the trim": Mutation(
        draw(f"0 1 0 0 k {mm(-20, 0, 30, 9)} re f"), "bleed", "at 0.0 x 21.0 mm: an area that stops at the trim (left)"
    ),
    "artwork with too little bleed": Mutation(
        draw(f"0 1 0 0 k {mm(0, 20, 9, 11)} re f"), "bleed", "an area that stops 1.0 mm beyond the trim (top)"
    ),
    "artwork clipped to the trim": Mutation(
        draw(f"{mm(-20, -9, 50, 50)} re W n 0 1 0 0 k {mm(-30, 0, 30, 9)} re f"), "bleed", "stops at the trim (left)"
    ),
    "a mark inside the bleed": Mutation(
        draw(f"0 0 0 1 K 0.3 w {mm(-22.5, 0)} m {mm(-21, 0)} l S"), "marks", "a printer's mark inside the bleed"
    ),
    "text near the cut": Mutation(
        draw(f"1 0 0 1 {mm(-19, 0)} cm {TEXT}"), "safe", "at 1.0 x 27.8 mm: warning: text 1.0 mm from the cut"
    ),
    "alternate images": Mutation(
        draw(
            "9 0 0 9 0 0 cm /Im Do",
            XObject={"Im": image(b"a", ColorSpace=Name.DeviceGray, Alternates=Array([Dictionary()]))},
        ),
        "alternate",
        "an image with alternate images",
    ),
    "PostScript": Mutation(
        draw("/Ps Do", XObject={"Ps": lambda pdf: pdf.make_stream(b"showpage", Subtype=Name.PS)}), "postscript", "/Ps"
    ),
    "content that breaks off": Mutation(draw("(never closed"), "damaged", "a string that does not end"),
    "an operator that is none": Mutation(draw("1 0 0 lg"), "damaged", "'lg' is not an operator"),
}
# Changes of the file around the drawing.
CHANGED: dict[str, Mutation] = {
    "no trim": Mutation(on_page("/TrimBox", None), "box-missing", "page 2: no TrimBox"),
    "boxes swapped": Mutation(
        lambda pdf: (
            on_page("/Swap", lambda _, page: page.TrimBox)(pdf),
            on_page("/TrimBox", lambda _, page: page.BleedBox)(pdf),
            on_page("/BleedBox", lambda _, page: page.Swap)(pdf),
        )[0],
        "box-nesting",
        "the TrimBox reaches beyond the BleedBox",
    ),
    "bleed beyond the paper": Mutation(
        moved("BleedBox", -40, 0, 0, 0), "box-nesting", "the BleedBox reaches beyond the MediaBox"
    ),
    "too little bleed": Mutation(
        moved("BleedBox", 2, 0, 0, 0), "bleed-width", "only 1.0 mm of bleed (left); expected 3 mm"
    ),
    "trim off the middle": Mutation(
        moved("MediaBox", 0, 0, 10, 0), "centred", "the trim is off the middle of the page by -5.0 x +0.0 mm"
    ),
    "an ArtBox as well": Mutation(
        on_page("/ArtBox", lambda _, page: page.TrimBox), "box-missing", "an ArtBox beside a TrimBox"
    ),
    "a page of another size": Mutation(
        lambda pdf: (moved("BleedBox", 0.5, 0, -0.5, 0)(pdf), moved("TrimBox", 0.5, 0, -0.5, 0)(pdf))[0],
        "size",
        "pages are cut to different sizes: ",
    ),
    "a turned page": Mutation(on_page("/Rotate", 90), "turned", "the page is turned by 90°"),
    "units of one's own": Mutation(on_page("/UserUnit", 2), "turned", "a UserUnit of 2"),
    "a box without size": Mutation(
        on_page("/BleedBox", Array([5, 5, 5, 5])), "box", "the BleedBox measures 0.0 x 0.0 mm"
    ),
    "a page group in RGB": Mutation(
        on_page("/Group", Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)),
        "rgb transparency",
        "of a transparency group in the page",
    ),
    "a note on the page": Mutation(
        on_page("/Annots", lambda _, page: Array([Dictionary(Subtype=Name.Text, Rect=page.TrimBox)])),
        "annotation",
        "an annotation (Text) inside the bleed",
    ),
    "no output intent": Mutation(root("/OutputIntents", None), "intent", "no output intent"),
    "an intent for something else": Mutation(intent("/S", Name.GTS_PDFA1), "intent", "output intents: GTS_PDFA1"),
    "no condition": Mutation(intent("/OutputConditionIdentifier", None), "intent", "names no printing condition"),
    "another condition": Mutation(
        intent("/OutputConditionIdentifier", String("SWOP")),
        "intent",
        "the printing condition is SWOP; expected FOGRA39",
    ),
    "no colour profile": Mutation(intent("/DestOutputProfile", None), "icc", "has no colour profile"),
    "a colour profile that is none": Mutation(
        intent("/DestOutputProfile", lambda pdf: pdf.make_stream(b"x" * 200, N=4)), "icc", "cannot be read"
    ),
    "a colour profile for screens": Mutation(
        intent(
            "/DestOutputProfile",
            lambda pdf: pdf.make_stream(b"\0" * 12 + b"mntrRGB " + b"\0" * 16 + b"acsp" + b"\0" * 100, N=3),
        ),
        "icc",
        "is RGB (mntr); expected CMYK",
    ),
    "a colour profile of three inks": Mutation(
        lambda pdf: pdf.Root.OutputIntents[0].DestOutputProfile.__setitem__("/N", 3), "icc", "has another /N"
    ),
    "another standard": Mutation(
        xmp("pdfxid:GTS_PDFXVersion", "PDF/X-3"), "standard", "says that it is PDF/X-3 (in XMP)"
    ),
    "a title that differs": Mutation(
        info("/Title", String("Another")), "contradiction", "/Title is 'Another', but dc:title is"
    ),
    "a date that differs": Mutation(
        info("/ModDate", String("D:20010101000000Z")), "contradiction", "/ModDate is 'D:20010101000000Z'"
    ),
    "XMP that is none": Mutation(
        root("/Metadata", lambda pdf: pdf.make_stream(b"<x", Type=Name.Metadata, Subtype=Name.XML)),
        "xmp",
        "the XMP metadata cannot be read",
    ),
    "a script": Mutation(
        root("/OpenAction", Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))), "script", "JavaScript"
    ),
    "an attachment": Mutation(
        root("/Names", Dictionary(EmbeddedFiles=Dictionary(Names=Array([])))), "attachment", "files are attached"
    ),
}
# Colours that were lost or added between the design and the inks.
CHANGED |= {
    "a colour printed in black": Mutation(
        recorded_as(40, 0, 0, 0, 0.08),
        "lost-colour",
        "of the design is printed without coloured ink",
    ),
    "a colour that is gone": Mutation(
        recorded_as(40, 0.11, 0.07, 0.03, 0.01), "lost-colour", "of the design is not printed in the inks it had"
    ),
    "a file turned grey": Mutation(made_grey, "lost-colour", "of the design is not printed in the inks it had"),
    "a grey printed in three inks": Mutation(
        recorded_grey, "mixed-grey", "the grey #F1F2F4 of the design is printed in several inks; expected black ink"
    ),
    "a record that is damaged": Mutation(
        recorded_as(40), "damaged", "the record of the colours of the design cannot be read"
    ),
}
# Only PDF/X-1a minds.
X1A_ONLY: dict[str, Mutation] = {
    "layers": Mutation(root("/OCProperties", Dictionary(OCGs=Array([]))), "layers", "layers that can be switched off"),
    "no standard": Mutation(info("/GTS_PDFXVersion", None), "standard", "does not say which standard it keeps"),
    "no date": Mutation(info("/CreationDate", None), "metadata", "does not tell the date of its making"),
    "no trapping": Mutation(info("/Trapped", None), "metadata", "does not say whether it is trapped"),
    "no registry": Mutation(intent("/RegistryName", None), "icc", "neither a colour profile nor a registry"),
    "calibrated inks": Mutation(
        draw(
            "/Icc cs 1 0 0 0 scn 0 0 9 9 re f",
            ColorSpace={"Icc": lambda pdf: Array([Name.ICCBased, pdf.make_stream(b"icc", N=4)])},
        ),
        "calibrated",
        "ICC-based or calibrated inks in an area",
    ),
}


class Writing(NamedTuple):
    """One way to write a good file badly: its profile, how it is saved and rewritten, and the objection."""

    profile: str
    options: dict[str, Any]
    code: str
    words: str
    change: Callable[[pikepdf.Pdf], None] = lambda _: None
    rewrite: Callable[[bytes], bytes] = bytes


WRITTEN: dict[str, Writing] = {
    "a newer version": Writing(X1A, {"force_version": "1.5"}, "version", "PDF 1.5; expected at most PDF 1.4"),
    "object streams": Writing(
        X1A,
        {"force_version": "1.5", "object_stream_mode": pikepdf.ObjectStreamMode.generate},
        "version object-streams",
        "object streams or cross-reference streams; expected none in PDF/X-1a",
    ),
    "a password": Writing(
        X1A,
        {"deterministic_id": False, "encryption": pikepdf.Encryption(owner="secret", R=3, aes=False, metadata=False)},
        "encryption",
        "the file is encrypted",
    ),
    "a file without identifier": Writing(
        X1A, {}, "id", "no file identifier", rewrite=lambda data: data.replace(b"/ID [", b"/Id [")
    ),
    "streams packed with LZW": Writing(
        X4,
        {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.none},
        "lzw",
        "streams packed with LZW; expected Flate",
        change=root(
            "/Spare", lambda pdf: pdf.make_stream(b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", Filter=Name.LZWDecode)
        ),
    ),
}
# Pads for printing at home.
HOME: dict[str, Mutation] = {
    "a hairline": Mutation(draw("0.1 w 0 0 m 50 0 l S"), "hairline", "a line of 0.10 pt"),
    "artwork at the edge": Mutation(
        draw("1 0 0 rg -800 0 800 9 re f"), "margin", "an area 0.0 mm from the edge of the paper; expected 5 mm or more"
    ),
    "a missing form": Mutation(draw("/Nope Do"), "resource", "/Nope"),
    "printers that may scale": Mutation(root("/ViewerPreferences", None), "scaling", "printers may scale the page"),
}
