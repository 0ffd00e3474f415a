// The texts of the page in its language. They are written in English here, and come translated with the page.

const { language, texts, plurals, forms } = JSON.parse(document.getElementById("texts").textContent);
const rules = new Intl.PluralRules(language);

export { language };

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (field, name) => values[name] ?? field);

// A text with its fields filled: `{name}` by the value of that name.
export const tr = (message, values = {}) => fill(texts[message] ?? message, values);

// A text that depends on a number, `{n}`, in the form that the language has for it.
export function ntr(one, many, n, values = {}) {
  const known = plurals[one] ?? [one, many];
  return fill(known[forms[rules.select(n)] ?? known.length - 1], { n: n.toLocaleString(language), ...values });
}

// The name of a language in that language, with a capital letter.
export function languageName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}
