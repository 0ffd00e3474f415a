// What the page uses of CodeMirror; build.mjs makes one file of it.
export { EditorState, Compartment, StateEffect, StateField } from "@codemirror/state";
export {
  EditorView, keymap, hoverTooltip, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection,
  Decoration, highlightSpecialChars,
} from "@codemirror/view";
export { defaultKeymap, history, historyField, historyKeymap, isolateHistory } from "@codemirror/commands";
export {
  syntaxHighlighting, HighlightStyle, foldGutter, foldKeymap, indentOnInput, bracketMatching, syntaxTree, indentUnit,
} from "@codemirror/language";
export { yaml } from "@codemirror/lang-yaml";
export { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
export {
  autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, startCompletion, snippetCompletion,
} from "@codemirror/autocomplete";
export { searchKeymap, highlightSelectionMatches } from "@codemirror/search";
export { tags } from "@lezer/highlight";
