"""Pictures of finished pages for the print guide: real pads, rendered."""

from base64 import b64encode
from functools import cache
from html import escape
from io import BytesIO

from sheetgen.layout import load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.profiles import load_profile

DPI = 60


def page_picture(
    edition: str, language: str, label: str, *, page: int = 0, profile: str = "home", **wishes: str
) -> str:
    """One page of a pad as it comes out of the printer, as an image in the page itself."""
    data = _rendered(edition, language, page, profile, tuple(sorted(wishes.items())))
    return (
        f'<figure class="page"><img alt="{escape(label)}" loading="lazy" '
        f'src="data:image/png;base64,{b64encode(data).decode()}"><figcaption>{escape(label)}</figcaption></figure>'
    )


@cache
def _rendered(edition: str, language: str, page: int, profile: str, wishes: tuple[tuple[str, str], ...]) -> bytes:
    import pypdfium2
    from PIL import Image

    options = dict(wishes)
    pad = PadOptions(
        load(edition),
        sheets=1 if options.get("up") == "1" else None,
        profile=load_profile(profile),
        paper=PAPERS[options.get("paper", "A4")],
        duplex=options.get("duplex"),  # type: ignore[arg-type]  # a template names one of the known words
        theme=options.get("theme", "light"),
        language=language,
    )
    document = pypdfium2.PdfDocument(make_pad(pad).pdf)
    try:
        image = (
            document[page]
            .render(scale=DPI / 72)
            .to_pil()
            .convert("RGB")
            .quantize(128, Image.Quantize.MAXCOVERAGE, kmeans=4)
        )
    finally:
        document.close()
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()
