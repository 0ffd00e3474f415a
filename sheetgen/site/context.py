"""The functions and values that a template may use on one page: names, links, pictures, examples, tables."""

import posixpath
from collections.abc import Mapping
from functools import cached_property
from html import escape
from typing import Any, Literal

from sheetgen.drawing.callouts import parts_on, with_numbers
from sheetgen.drawing.themes import themes
from sheetgen.engine.player import Score
from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, Layout, SheetEdition, zone_text
from sheetgen.layout.parts.bonus import ScoringBonus
from sheetgen.layout.sentences import EditionZone, Sentence, Topic
from sheetgen.site import experts, tables
from sheetgen.site.ask import ASK_PLACE, ShownExample, sheet_to_ask
from sheetgen.site.compare import Difference, columns, differences, table_html
from sheetgen.site.count import sheet_counter_html
from sheetgen.site.embed import EmbeddedExample, embed_link
from sheetgen.site.examples import (
    CardExample,
    Example,
    SheetState,
    card_examples_of,
    chosen_examples,
    examples_of,
    page_of_clause,
)
from sheetgen.site.facts import CardFacts, EditionFacts
from sheetgen.site.gallery import GalleryCard, gallery_card, print_form, studio_link
from sheetgen.site.hosting import imprint_html, page_address
from sheetgen.site.pages import EditionEntry, Site, SitePage, TemplateError
from sheetgen.site.pictures import LayoutPictures, page_picture, studio_picture
from sheetgen.site.publisher import DEFAULT_PAGES, OPTIONAL_PAGES
from sheetgen.site.rules_text import SentencePrinter, ZoneText
from sheetgen.site.stepper import CardStepper, Stepper
from sheetgen.site.summary import CardSummary, SheetSummary, card_summary, print_size, sheet_summary
from sheetgen.site.tables import command_line, downloads, glossary_table
from sheetgen.site.words import Words, language_name, plain, protect


class Context:
    """What the template of one page may use: every public method is a function of the templates.

    Methods raise TemplateError if the page has not what they need, such as an edition.
    """

    def __init__(self, site: Site, page: SitePage, language: str) -> None:
        self.site, self.page, self.language = site, page, language
        self.layout = page.layout
        self.words = Words.of(language, page.layout.edition if page.layout is not None else None)
        self.forms: object = None  # the macros of the language's words.md.j2
        self._shown_clauses: set[str] = set()
        self._rules: dict[str, ZoneText] = {}

    def names(self) -> dict[str, Any]:
        """Return all names that a template may use, with their values."""
        shared: dict[str, Any] = {
            "lang": self.language,
            "languages": languages(),
            "language_names": {language: language_name(language) for language in languages()},
            "site_title": protect(self.site.publisher.title_in(self.site.language)),
            "is_ours": self.site.publisher.is_ours,
            "default_pages": DEFAULT_PAGES,
            "optional_pages": tuple(OPTIONAL_PAGES),
            "editions": self.editions,
            "variants": self.variants,
            "has_studio": self.site.has_studio,
            **{name: getattr(self.words, name) for name in ("tr", "ntr", "num", "percent", "listed", "cap")},
            **{name: getattr(self, name) for name in PUBLIC},
        }
        if self.layout is not None:
            edition = self.layout.edition
            entry = self._entry(self.layout)
            shared.update(
                layout=self.layout, edition=edition, id=entry.id, title=entry.title, about=entry.about, kind=entry.kind
            )
            shared["facts"] = EditionFacts(edition) if isinstance(edition, SheetEdition) else CardFacts(edition)
        if self.page.zone:
            zone = self.page.zone
            shared.update(zone=self.edition.zones[zone], zone_id=zone, zone_name=self.name_of_zone(zone))
            shared.update(Zone_name=self.words.cap(self.name_of_zone(zone)), rules=self.rules_of(zone))
        return shared

    @property
    def _page_layout(self) -> Layout:
        if self.layout is None:
            raise TemplateError(f"{self.page.path} is no page of an edition")
        return self.layout

    @property
    def edition(self) -> SheetEdition:
        """The sheet edition of the page."""
        edition = self._page_layout.edition
        if not isinstance(edition, SheetEdition):
            raise TemplateError(f"{self.page.path} is no page of a sheet edition")
        return edition

    @property
    def cards(self) -> CardEdition:
        """The card edition of the page, or the first of the site."""
        candidates = [self.layout] if self.layout is not None else list(self.site.layouts)
        edition = next((layout.edition for layout in candidates if isinstance(layout.edition, CardEdition)), None)
        if edition is None:
            raise TemplateError(f"{self.page.path}: there is no card edition")
        return edition

    @cached_property
    def editions(self) -> list[EditionEntry]:
        """The editions of the site."""
        return [self._entry(layout) for layout in self.site.editions]

    @cached_property
    def variants(self) -> list[EditionEntry]:
        """The variants beside them."""
        return [self._entry(layout) for layout in self.site.variants]

    def _entry(self, layout: Layout) -> EditionEntry:
        edition, words = layout.edition, Words.of(self.language, layout.edition)
        about = words.tr(edition.about) if edition.about else ""
        return EditionEntry(layout.id, words.tr(edition.title), about, edition.kind, edition, layout)

    # Names

    def name_of_die(self, die: str) -> str:
        """Return the name of a die or deck within a sentence."""
        return self.words.die(self._page_layout.edition, die)

    def name_and_colour_of_die(self, die: str) -> str:
        """Return the name of a die, with its colour if the name does not say it."""
        return self.words.die_and_colour(self.edition, die)

    def name_of_zone(self, zone: str) -> str:
        """Return the name of a zone within a sentence."""
        return self.words.zone(self.edition, zone)

    def colour_of_zone(self, zone: str) -> str:
        """Return the colour of a zone, for CSS."""
        return self.edition.dice[self.edition.die_of(zone)].colour

    def name_of_action(self, action: str) -> str:
        """Return the name of an action."""
        return self.words.action(self.edition, action)

    def name_of_bonus(self, bonus: object) -> str:
        """Return what a badge gives."""
        return self.words.bonus(self.edition, str(bonus))

    # Questions about the edition

    def has_action(self, kind: str) -> bool:
        """Whether the edition has a track for this kind of action."""
        return any(kind in action.tracks(name) for name, action in self.edition.actions.items())

    def remarks(self, topic: Topic) -> list[str]:
        """Return what the zones of the edition mean for a topic, a sentence each."""
        remarks = zone_text.remarks(self.edition, topic)
        return [SentencePrinter(self, context).sentence(sentence) for context, sentence in remarks]

    def scoring_rules(self, badge: ScoringBonus, when: Literal["in game", "at end"]) -> str:
        """Return what a kind of badge that brings points does during the game, or is worth at its end."""
        below_zero = zone_text.zones_asking(self.edition, "negative-fox")
        sentences = (badge.in_game if when == "in game" else badge.at_end)(self.edition, below_zero)
        return SentencePrinter(self, None).block(sentences)

    def scoring_names(self) -> list[str]:
        """Return the names of the kinds of badges that bring points, in the plural, as headings."""
        return [self.words.tr(badge.texts.heading) for badge in EditionFacts(self.edition).scoring_badges]

    def rules_of(self, zone_id: str) -> ZoneText:
        """Return the rules of a zone; the anchors of a clause come with its first sentence that a template prints."""
        if zone_id not in self._rules:
            context = EditionZone(self.edition, zone_id)
            self._rules[zone_id] = ZoneText(SentencePrinter(self, context), context, EditionFacts(self.edition))
        return self._rules[zone_id]

    def rules_in_short(self, zone_id: str) -> ZoneText:
        """Return the rules of a zone without details, anchors and links to our readings."""
        context = EditionZone(self.edition, zone_id)
        return ZoneText(SentencePrinter(self, context, in_short=True), context, EditionFacts(self.edition))

    def summary(self) -> SheetSummary | CardSummary:
        """Return the rules of the edition in short, as sentences."""
        edition = self._page_layout.edition
        return sheet_summary(edition) if isinstance(edition, SheetEdition) else card_summary(edition)

    def said(self, *sentences: Sentence) -> str:
        """Return sentences of a summary in the language of the page."""
        return SentencePrinter(self, None, in_short=True).block(sentences).strip()

    def print_size(self, text: str, pictures: int) -> float:
        """Return the type size in points at which a summary fills one page."""
        return print_size(text, pictures)

    def card_note(self, card: str) -> str:
        """Return what the rule of a card leaves open; empty if nothing."""
        note = self.cards.cards[card].holds.note(self.cards.dice)
        return SentencePrinter(self, None).sentence(note) if note is not None else ""

    # Clauses and links

    def clause(self, *clauses: str) -> str:
        """Return links to pass on for the clauses that the following sentence states; each is given once per page."""
        fresh = [clause for clause in clauses if clause not in self._shown_clauses]
        self._shown_clauses.update(fresh)
        names = [self.words.tr("Rule {clause}", clause=clause) for clause in fresh]
        return "".join(
            f'<a id="clause-{clause}" class="clause" href="#clause-{clause}" data-rule="{clause}" '
            f'aria-label="{name}"></a>{self._feedback(clause)}'
            for clause, name in zip(fresh, names, strict=True)
        )

    def _feedback(self, clause: str) -> str:
        """Return a link by which readers report a mistake in a clause; empty if the publisher wants none."""
        publisher, language = self.site.publisher, self.site.language
        if publisher.feedback is None:
            return ""
        title = plain(self._entry(self._page_layout).title)
        page = page_address(publisher.address or "", language, self.page.path) + f"#clause-{clause}"
        address = publisher.feedback_about(
            clause=clause, edition=self._page_layout.id, title=title, lang=language, page=page
        )
        label = escape(self.words.tr("Feedback on rule {clause}", clause=clause))
        return self.site.put(
            f'<a class="feedback" href="{escape(address)}" aria-label="{label}" title="{label}"></a>', inline=True
        )

    def has_page(self, *names: str) -> bool:
        """Whether the site has all of these pages that belong to no edition."""
        return self.site.paths.issuperset(names)

    def credits(self, edition_id: str) -> str:
        """Return everybody whom the rulebook of an edition names; of a variant of it, that it builds on their game."""
        layout = next((layout for layout in self.site.layouts if layout.id == edition_id), None)
        if layout is None or layout.edition.credits is None:
            raise TemplateError(f"{self.page.path}: there are no credits of {edition_id}")
        text = tables.credits_text(layout.edition.credits, self.words)
        builds_on = layout.lineage and layout.id not in self.site.shipped
        return self.words.tr("{credits} (this variant builds on it)", credits=text) if builds_on else text

    def imprint(self) -> str:
        """Return who publishes the site: the publisher's text, its addresses as links."""
        return self.site.put(imprint_html(self.site.publisher.imprint_in(self.site.language)))

    def link(self, target: str) -> str:
        """Return the relative address of another page, `page#anchor`; raise TemplateError if it does not exist."""
        path, _, anchor = target.partition("#")
        folder = self.layout.id if self.layout is not None else ""
        near = f"{folder}/{path}" if folder else path
        candidates = [path[1:]] if path.startswith("/") else [near, path, f"{path}/index"]
        page = next((candidate for candidate in candidates if candidate in self.site.paths), None)
        if page is None:
            raise TemplateError(f"link to a page that does not exist: {target}")
        relative = posixpath.relpath(f"{page}.md", posixpath.dirname(self.page.path) or ".")
        return f"{relative}#{anchor}" if anchor else relative

    # Pictures

    def _of(self, layout: Layout | None) -> LayoutPictures:
        if layout is None:
            raise TemplateError(f"{self.page.path}: a picture needs an edition")
        return self.site.pictures.of(layout)

    def picture_sheet(self, back: bool = False, numbered: bool = False) -> str:
        """Return the picture of the front of the sheet, or of its back if the game continues there.

        Its parts can have numbers.
        """
        drawn = self._of(self.layout)
        scene = drawn.back if back else drawn.scene
        if scene is None:
            raise TemplateError(f"{self.page.path}: the sheet has no zones on its back")
        label, css = self.words.tr("The sheet of {title}", title=scene.title), "sheet"
        if numbered:
            scene, css = with_numbers(scene, themes()[self.site.pictures.theme]), "sheet numbered"
        return self.site.put(f'<figure class="paper">{drawn.in_file(scene, label, self._assets, css)}</figure>')

    @property
    def _assets(self) -> str:
        """The way from the page to the assets of its language."""
        return f"{'../' * self.page.path.count('/')}assets/"

    def numbered_parts(self) -> list[str]:
        """Return the parts of the sheet that have numbers in its picture, in their order."""
        return parts_on(self._of(self.layout).scene)

    def picture_edition(self, edition_id: str) -> str:
        """Return a picture of an edition, without a label: its sheet, or its last card."""
        known = (*self.site.layouts, *self.site.gallery)
        drawn = self._of(next((layout for layout in known if layout.id == edition_id), None))
        edition = drawn.layout.edition
        if isinstance(edition, SheetEdition):
            inner = drawn.in_file(drawn.scene, "", self._assets)
        else:
            inner = drawn.card(next(reversed(edition.cards)), next(iter(edition.decks)), "")
        return self.site.put(f'<figure class="paper">{inner}</figure>')

    def picture_page(self, edition_id: str, label: str, page: int = 0, profile: str = "home", **wishes: str) -> str:
        """Return the picture of a page of a pad as it is printed; `wishes` are options of the pad."""
        picture = page_picture(edition_id, self.language, label, page=page, profile=profile, **wishes)
        return self.site.put(picture)

    def picture_studio(self, name: str, label: str) -> str:
        """Return a picture of the studio."""
        return self.site.put(studio_picture(name, label, self.page.path))

    def picture_zone(self, zone_id: str, marks: Mapping[str, object] | None = None) -> str:
        """Return the picture of a zone, with marks if they are given."""
        label = self.words.zone_heading(self.edition, zone_id)
        sheet = SheetState(marks, {}, 0, Score()) if marks else None
        return self.site.put(f'<figure class="paper">{self._of(self.layout).zone(zone_id, label, sheet)}</figure>')

    def picture_panel(self, panel: str) -> str:
        """Return the picture of a panel: `rounds`, `dice` or `actions`."""
        names = {
            "rounds": self.words.tr("Rounds"),
            "dice": self.words.tr("Die slots"),
            "actions": self.words.tr("Actions"),
        }
        svg = self._of(self.layout).panel(panel, "", names[panel])
        return self.site.put(f'<figure class="paper">{svg}</figure>')

    def picture_badge(self, bonus: object) -> str:
        """Return the picture of a badge within a sentence."""
        label = self.words.bonus(self.edition, str(bonus))
        return self.site.put(self._of(self.layout).badge(str(bonus), label), inline=True)

    def picture_die(self, die: str, face: int = 0) -> str:
        """Return the picture of a die within a sentence; face 0 is blank."""
        name = self.name_of_die(die)
        label = self.words.tr("{colour} {face}", colour=name, face=face) if face else name
        return self.site.put(self._of(self.layout).die(die, face, label), inline=True)

    def picture_card(self, card: str, deck: str | None = None) -> str:
        """Return the picture of the face of a card."""
        shown_deck = deck or next(iter(self.cards.decks))
        return self.site.put(self._of(self.layout).card(card, shown_deck, self._card_label(card)), inline=True)

    def picture_cards(self) -> str:
        """Return the pictures of the faces of all cards and of the back."""
        drawn, deck = self._of(self.layout), next(iter(self.cards.decks))
        faces = [drawn.card(card, deck, self._card_label(card)) for card in self.cards.cards]
        back = drawn.card("", deck, self.words.tr("The back of a card, worth its points"))
        return self.site.put(f'<div class="cards">{"".join([*faces, back])}</div>')

    def _card_label(self, card: str) -> str:
        printed = self.cards.cards[card]
        return self.words.tr("{name}: {rule}", name=self.words.tr(printed.name), rule=self.words.tr(printed.rule))

    def sheet_counter(self) -> str:
        """Return the sheet to tap, with the script that counts it."""
        return self.site.put(sheet_counter_html(self._of(self.layout), self.words))

    def sheet_to_ask(self) -> str:
        """Return the place of the sheet to ask; its rules are put in when all pages are rendered."""
        drawn = self._of(self.layout)
        self.site.asked[self.page.path] = sheet_to_ask(drawn, self.words, self._shown_examples(drawn.layout))
        return self.site.put(ASK_PLACE)

    def _shown_examples(self, layout: Layout) -> list[ShownExample]:
        if layout.id not in self.site.shipped:
            return []
        played = (card_examples_of if isinstance(layout.edition, CardEdition) else examples_of)(layout.id)
        return [
            ShownExample(example.anchor, plain(self.words.tr(example.title)), frozenset(example.clauses), example.topic)
            for example in played
        ]

    # Examples

    def examples(self, zone: str = "", topic: str = "") -> str:
        """Return all examples of this edition for a zone or a topic; empty for layouts that are not shipped."""
        if self.layout is None or self.layout.id not in self.site.shipped:
            return ""
        searched_topic, drawn = f"zone {zone}" if zone else topic, self._of(self.layout)
        if isinstance(self.layout.edition, CardEdition):
            cards = CardStepper(drawn, self.words)
            shown = [example for example in card_examples_of(self.layout.id) if example.topic == searched_topic]
            shown = chosen_examples(shown, self.site.examples, searched_topic)
            return "\n\n".join(self._block(example, cards.write(example)) for example in shown)
        examples = [example for example in examples_of(self.layout.id) if example.topic == searched_topic]
        examples.sort(key=lambda example: "".join(example.clauses[:1]).startswith("F"))  # rounds after turns
        examples = chosen_examples(examples, self.site.examples, searched_topic)
        sheets = Stepper(drawn, self.words)
        return "\n\n".join(self._block(example, sheets.write(example)) for example in examples)

    def _block(self, example: Example | CardExample, html: str) -> str:
        """Return an example, folded under its title, with links to the rules that it shows, as HTML."""
        links = ", ".join(
            f'<a href="{self._address(page_of_clause(clause, example.edition))}#clause-{clause}">{clause}</a>'
            for clause in example.clauses
        )
        rules = self.words.ntr("Rule: {rules}", "Rules: {rules}", len(example.clauses), rules=links)
        title = escape(plain(self.words.tr(example.title)), quote=False)
        return (
            f'<details class="example"><summary><h3 class="example-title" id="{example.anchor}">{title}</h3></summary>'
            f'<p class="example-rules">{rules} {self._embed(example, html)}</p>{self.site.put(html)}</details>'
        )

    def _address(self, target: str) -> str:
        """Return the address of another page, for HTML that Markdown does not process."""
        return self.link(target).replace(".md", ".html")

    def _embed(self, example: Example | CardExample, html: str) -> str:
        """Keep an example for a page of its own, and return the link to it."""
        name, page = posixpath.basename(example.name), posixpath.basename(self.page.path)
        title = self.words.tr(example.title)
        embedded = EmbeddedExample(self._page_layout, name, example.anchor, title, html, page, self.language)
        self.site.embeds[f"{self._page_layout.id}/{name}"] = embedded
        return embed_link(embedded, self.words)

    # Tables

    def ladder(self, zone_id: str) -> str:
        """The points of a zone step by step."""
        html = tables.ladder_html(self.edition, zone_id, self.words)
        return self.site.put(html) if html else ""

    def combinations(self, zone_id: str) -> str:
        """What combinations are worth."""
        html = tables.combinations_html(self.edition, zone_id, self.words)
        return self.site.put(html) if html else ""

    def ladders_table(self) -> str:
        """All ladders side by side."""
        every = [(e.title, e.edition) for e in (*self.editions, *self.variants)]
        sheets = [(title, edition) for title, edition in every if isinstance(edition, SheetEdition)]
        return self.site.put(tables.ladders_table_html(sheets, self.words))

    def bands(self) -> str:
        """The rating of a solo game."""
        return tables.bands(self.edition, self.words)

    def rounds_table(self) -> str:
        """Every round with its badge."""
        return tables.rounds_table(self.edition, self.words, self.picture_badge)

    def rounds_strip(self) -> str:
        """Every round with its badge and the numbers of players, from left to right."""
        return tables.rounds_strip(self.edition, self.words, self.picture_badge)

    def players_table(self) -> str:
        """Rounds by number of players."""
        return tables.players_table(self.edition, self.words)

    def actions_table(self) -> str:
        """Every action track."""
        return tables.actions_table(self.edition, self.words, self.picture_badge)

    def dice_table(self) -> str:
        """Every die and what it marks."""
        return tables.dice_table(self.edition, self.words, self.picture_die)

    def compare_table(self) -> str:
        """All editions and variants side by side."""
        compared = columns([*self.site.editions, *self.site.variants], self.language)
        # Pictures and tables are added to finished pages, so their links lead to HTML files.
        return self.site.put(table_html(compared, self.words, lambda page: f"{page}.html"))

    def known_game(self) -> str:
        """Return the title of the game that many readers know; empty on its own pages and beside the card game."""
        first = self.site.best_known
        if first.id == self._page_layout.id or not isinstance(first.edition, SheetEdition):
            return ""
        return Words.of(self.language, first.edition).tr(first.edition.title)

    def differences(self) -> list[Difference]:
        """Return what differs from that game, as the layouts say."""
        return differences(self.site.best_known, self._page_layout, self.language)

    def origins(self) -> list[tables.Origin]:
        """Return which zones of the edition follow a zone of another edition of this site."""
        others = {e.id: (e.title, e.edition) for e in self.editions if isinstance(e.edition, SheetEdition)}
        return tables.origins(self.edition, others, self.words)

    def origins_missing(self) -> list[str]:
        """Return the zones of the edition that follow no other zone."""
        return [zone_id for zone_id, zone in self.edition.zones.items() if zone.like is None]

    def rulings(self) -> list[tables.Ruling]:
        """Our readings of the rules."""
        return tables.rulings(self.edition)

    def warning(self) -> str:
        """What is not certain about the values."""
        edition = self._page_layout.edition
        names: dict[str, str] = {}
        if isinstance(edition, SheetEdition):
            names = {zone: self.words.zone_label(edition, zone) for zone in edition.zones}
            names |= {name: self.words.action(edition, name) for name in edition.actions}
        else:
            names = {card_id: self.words.tr(card.name) for card_id, card in edition.cards.items()}
        return tables.warning(edition, self.words, names)

    def glossary_table(self) -> str:
        """Terms in all languages."""
        return glossary_table(self.language)

    def downloads(self) -> str:
        """Files to print."""
        return downloads(self._page_layout, self.words, self.site.files)

    # The studio

    def gallery(self) -> list[GalleryCard]:
        """All sheets that can be played, printed and changed in the studio: variants first, then editions."""
        site = self.site
        own = [*site.gallery, *site.variants, *site.editions]
        with_pages = {layout.id for layout in site.layouts}
        return [
            gallery_card(layout, Words.of(self.language, layout.edition), has_pages=layout.id in with_pages)
            for layout in own
        ]

    def studio_link(self, text: str) -> str:
        """An HTML link to the studio with this text."""
        return studio_link(self.words, text, "../" * (1 + self.page.path.count("/")))

    def print_here(self) -> str:
        """The form that makes a pad of the edition in the reader's browser; nothing without the studio."""
        return self.site.put(print_form(self._page_layout, self.words)) if self.site.has_studio else ""

    def how_it_plays(self, edition_id: str | None = None) -> dict[str, str] | None:
        """The figures of stored simulations of an edition, or of that of the page; None if there are none.

        Tables of players and zones, and the command that plays the games again.
        """
        wanted = edition_id if edition_id is not None else self._page_layout.id
        layout = next((candidate for candidate in self.site.layouts if candidate.id == wanted), None)
        stored = tables.figures_of(layout) if layout is not None else {}
        if layout is None or tables.BEST_BOT not in stored:
            return None
        words = Words.of(self.language, layout.edition)
        return {
            "players": tables.figures_by_player(layout, words),
            "zones": tables.figures_by_zone(layout, words),
            "games": words.num(stored[tables.BEST_BOT]["games"]),
            "command": tables.command_of(layout, tables.BEST_BOT),
        }

    def expert_play(self) -> dict[str, Any] | None:
        """How the expert plays the sheet of the page: tables, maps and figures; None if that is not known."""
        layout = self._page_layout
        play, edition = experts.play_of(layout), layout.edition
        path = f"{layout.id}/{experts.EXPERTS}"
        if play is None or not isinstance(edition, SheetEdition) or path not in self.site.paths:
            return None
        words = self.words
        return {
            "games": words.num(play["games"]),
            "mean": words.num(round(tables.figures_of(layout)[play["bot"]]["mean"])),
            "favourites": experts.favourites(edition, play, words),
            "openings": experts.openings(edition, play, words),
            "reach": experts.reach_table(edition, play, words),
            "worth": experts.worth_text(edition, play, words),
            "badges": experts.badge_table(layout, edition, play, words),
            "decisions": words.num(round(play["decisions"])),
            "options": words.num(round(play["options"])),
            "rerolls": words.num(round(play["rerolls"], 1)),
        }

    def expert_map(self, of: str) -> str:
        """The sheet with a number in each cell: `reach`, how often the expert marks it, or `worth`, its points."""
        layout = self._page_layout
        play = experts.play_of(layout)
        if play is None:
            raise TemplateError(f"{self.page.path}: there are no games of an expert")
        shown = experts.MAPS[of](play, self.words)
        return self.site.put(shown.drawn_on(self._of(layout), self.words, self._assets))

    def odds_table(self) -> str:
        """The odds of every card."""
        return tables.odds_table(self.cards, self.words)

    def odds_rows(self) -> list[tables.OddsRow]:
        """The same as data."""
        return tables.odds_rows(self.cards, self.words)

    def bystander(self, card: str, aim: str) -> float:
        """The chance of a card while the active player aims at another."""
        return tables.bystander(self.cards, card, aim)

    def card_table(self) -> str:
        """Every card with its rule and points."""
        return tables.card_table(self.cards, self.words)

    def command_line(self) -> str:
        """Every command."""
        return command_line(self.site.commands, self.words)


PUBLIC = tuple(
    name for name, member in vars(Context).items() if callable(member) and not name.startswith("_") and name != "names"
)
