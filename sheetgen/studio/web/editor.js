// The editor: YAML with completion, explanations and problems at their words.

import {
  EditorState, EditorView, keymap, hoverTooltip, lineNumbers, highlightActiveLine, highlightActiveLineGutter,
  drawSelection, highlightSpecialChars, defaultKeymap, history, historyField, historyKeymap, isolateHistory, syntaxHighlighting, HighlightStyle,
  foldGutter, foldKeymap, indentOnInput, bracketMatching, indentUnit, yaml, setDiagnostics, lintGutter, lintKeymap,
  autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, searchKeymap, highlightSelectionMatches, tags,
  syntaxTree, Compartment, Decoration, StateEffect, StateField,
} from "./codemirror.js";
import { completions, meaning } from "./schema.js";
import { tr } from "./texts.js";

// What the editor itself says: its own words, and ours.
const PHRASES = {
  "Control character": tr("Control character"), "Selection deleted": tr("Selection deleted"),
  "Folded lines": tr("Folded lines"), "Unfolded lines": tr("Unfolded lines"), to: tr("to line"),
  "folded code": tr("folded lines"), unfold: tr("unfold"), "Fold line": tr("Fold this block"), "Unfold line": tr("Unfold this block"),
  Diagnostics: tr("Problems"), "No diagnostics": tr("No problems"), Completions: tr("Suggestions"),
  "Go to line": tr("Go to line"), go: tr("Go"), close: tr("Close"),
  Find: tr("Find"), Replace: tr("Replace with"), next: tr("Next"), previous: tr("Previous"), all: tr("All"),
  "match case": tr("match case"), regexp: tr("regular expression"), "by word": tr("whole words"),
  replace: tr("Replace"), "replace all": tr("Replace all"), "current match": tr("current match"), "on line": tr("on line"),
  "replaced match on line $": tr("replaced in line $"), "replaced $ matches": tr("replaced $ times"),
};

const colours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: "var(--key)" },
  { tag: tags.propertyName, color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--number)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--quiet)" },
]);

function complete(context) {
  const found = completions(context.state.doc.toString(), context.pos);
  if (!found || !found.options.length) return null;
  if (!context.explicit && found.from === context.pos && !/[:\s[{,]/.test(context.state.sliceDoc(context.pos - 1, context.pos))) return null;
  if (!context.explicit && found.from === context.pos) return null;
  const options = found.options.map(({ inside, ...own }) => (inside
    ? { ...own, apply: (view, _, from, to) => view.dispatch({ changes: { from, to, insert: own.apply }, selection: { anchor: from + own.apply.length - inside } }) }
    : own));
  return { from: found.from, options, validFor: /^["?\w -]*$/ };
}

const explain = hoverTooltip((view, pos) => {
  const found = meaning(view.state.doc.toString(), pos);
  if (!found) return null;
  return {
    pos: found.from, end: found.to, above: true,
    create() {
      const dom = document.createElement("div");
      dom.className = "meaning";
      const title = document.createElement("strong");
      title.textContent = found.title;
      const about = document.createElement("p");
      about.textContent = found.about;
      dom.append(title, about);
      return { dom };
    },
  };
}, { hoverTime: 250 });

const MOST_HISTORY = 400_000; // characters
const [UNDO, REDO] = ["Mod-z", "Mod-y"].map((key) => historyKeymap.find((own) => own.key === key).run);

// A change made on the sheet is a step of its own, even if one types beside it a moment later.
const APART = isolateHistory.of("full");

// A line that something on the sheet led to.
const shine = StateEffect.define();
const shining = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const effect of change.effects) {
      if (effect.is(shine)) marks = effect.value === null ? Decoration.none : Decoration.set([Decoration.line({ class: "cm-shine" }).range(effect.value)]);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  constructor(parent, { changed, moved, save, wraps }) {
    this.wraps = wraps;
    this.quiet = false;
    this.wrapping = new Compartment();
    this.extensions = [
      lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), drawSelection(),
      indentOnInput(), bracketMatching(), closeBrackets(), autocompletion({ override: [complete], icons: false }),
      highlightActiveLine(), highlightSelectionMatches({ minSelectionLength: 3 }), syntaxHighlighting(colours), yaml(), indentUnit.of("  "),
      EditorState.phrases.of(PHRASES),
      EditorView.cspNonce.of(document.querySelector("meta[name=nonce]").content), lintGutter(), explain, shining,
      this.wrapping.of(this.wraps ? [EditorView.lineWrapping] : []),
      EditorView.contentAttributes.of({ "aria-label": tr("Layout in YAML"), tabindex: "0", spellcheck: "false" }),
      keymap.of([
        { key: "Mod-s", run: () => { save(); return true; }, preventDefault: true },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
        ...completionKeymap, ...lintKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.quiet) changed();
        if (update.selectionSet || update.docChanged) moved(this.line);
      }),
    ];
    this.view = new EditorView({ parent, state: this.fresh("") });
  }

  wrap(on) {
    this.wraps = on;
    this.view.dispatch({ effects: this.wrapping.reconfigure(on ? [EditorView.lineWrapping] : []) });
  }

  fresh(text) { return EditorState.create({ doc: text, extensions: this.extensions }); }

  get text() { return this.view.state.doc.toString(); }

  get line() { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }

  // Another text: `anew` forgets what can be undone, otherwise the change can be taken back.
  show(text, anew = true) {
    this.quiet = true;
    if (anew) this.view.setState(this.fresh(text));
    else {
      const head = Math.min(this.view.state.selection.main.head, text.length);
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: head }, annotations: APART });
    }
    this.quiet = false;
  }

  // What can be undone and redone, as JSON; the oldest steps are left out if it is very long.
  get history() {
    const { done, undone } = this.view.state.toJSON({ history: historyField }).history;
    const text = this.text;
    for (let steps = done; ; steps = steps.slice(Math.ceil(steps.length / 2))) {
      const kept = { text, done: steps, undone };
      if (!steps.length || JSON.stringify(kept).length < MOST_HISTORY) return kept;
    }
  }

  // Takes over what could be undone before a reload, if the text is the same; returns whether it did.
  restore(kept) {
    if (kept?.text !== this.text) return false;
    const { main } = this.view.state.selection;
    const state = { doc: kept.text, selection: { ranges: [{ anchor: main.anchor, head: main.head }], main: 0 }, history: { done: kept.done, undone: kept.undone } };
    try {
      this.view.setState(EditorState.fromJSON(state, { extensions: this.extensions }, { history: historyField }));
    } catch {
      return false; // not ours
    }
    this.wrap(this.wraps);
    return true;
  }

  // A changed text: what differs is one step that can be undone.
  change(text) {
    const { doc } = this.view.state, old = doc.toString();
    if (old === text) return;
    let from = 0, to = old.length, end = text.length;
    while (from < to && from < end && old[from] === text[from]) from++;
    while (to > from && end > from && old[to - 1] === text[end - 1]) { to--; end--; }
    this.view.dispatch({ changes: { from, to, insert: text.slice(from, end) }, userEvent: "sheet", annotations: APART, scrollIntoView: false });
  }

  undo() { return UNDO(this.view); }

  redo() { return REDO(this.view); }

  // What "did you mean" proposes: the word, and a function that writes it in place of the wrong one; else null.
  mend(problem) {
    const meant = problem.suggestion.match(/^did you mean '([^':]+)'\?$/)?.[1];
    if (!meant || !problem.own) return null;
    const from = this.position(problem.line, problem.column), line = this.view.state.doc.lineAt(from);
    for (const [, wrong] of problem.message.matchAll(/'([^']+)'/g)) {
      const at = line.text.indexOf(wrong, from - line.from);
      if (at < 0 || wrong === meant) continue;
      const change = { from: line.from + at, to: line.from + at + wrong.length, insert: meant };
      return { word: meant, apply: () => this.view.dispatch({ changes: change, userEvent: "sheet", annotations: APART }) };
    }
    return null;
  }

  position(line, column) {
    const { doc } = this.view.state;
    const own = doc.line(Math.max(1, Math.min(line, doc.lines)));
    // Columns count characters, the editor counts code units.
    const before = [...own.text].slice(0, Math.max(0, column - 1)).join("").length;
    return own.from + Math.min(before, own.length);
  }

  // The word at a place, as the parser of the editor sees it.
  word(pos) {
    const { doc } = this.view.state;
    const line = doc.lineAt(pos);
    const node = syntaxTree(this.view.state).resolveInner(pos, 1);
    if (node.from === pos && node.to > pos && node.to <= line.to) return node.to;
    const match = line.text.slice(pos - line.from).match(/^("[^"]*"|'[^']*'|[^\s,:{}[\]#]+( [^\s,:{}[\]#]+)*|\S)/);
    return pos + (match ? match[0].length : 0);
  }

  problems(list) {
    const diagnostics = list.filter((own) => own.own).map((own) => {
      const from = this.position(own.line, own.column);
      const mend = this.mend(own);
      const actions = mend ? [{ name: tr("Write {word}", { word: mend.word }), apply: mend.apply }] : [];
      return { from, to: Math.max(this.word(from), from), severity: own.severity, message: said(own), actions };
    });
    diagnostics.sort((a, b) => a.from - b.from);
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  go(line, column, focus = true) {
    const pos = this.position(line, column);
    const end = this.word(pos);
    this.view.dispatch({
      selection: { anchor: pos, head: end },
      effects: [EditorView.scrollIntoView(pos, { y: "center" }), shine.of(this.view.state.doc.lineAt(pos).from)],
    });
    if (focus) this.view.focus();
  }
}

// A text to look at, with one of its lines marked.
export function reader(parent, text, line) {
  const own = EditorState.create({ doc: text, extensions: [
    lineNumbers(), foldGutter(), highlightSpecialChars(), syntaxHighlighting(colours), yaml(), shining, EditorState.readOnly.of(true),
    EditorState.phrases.of(PHRASES), EditorView.cspNonce.of(document.querySelector("meta[name=nonce]").content), EditorView.lineWrapping, keymap.of([...searchKeymap, ...foldKeymap]),
    EditorView.contentAttributes.of({ "aria-label": tr("Layout in YAML"), tabindex: "0", "aria-readonly": "true" }),
  ] });
  const view = new EditorView({ parent, state: own });
  const from = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from;
  view.dispatch({ selection: { anchor: from }, effects: [EditorView.scrollIntoView(from, { y: "center" }), shine.of(from)] });
  return view;
}

export function said(problem) {
  const where = problem.path ? `${problem.path}: ` : "";
  return `${where}${problem.message}${problem.suggestion ? `; ${problem.suggestion}` : ""}`;
}
