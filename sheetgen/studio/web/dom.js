// Parts of a page, made in one line each.

const SVG = "http://www.w3.org/2000/svg";

function made(own, attributes) {
  for (const [key, value] of Object.entries(attributes)) own.setAttribute(key, value);
  return own;
}

// An element of the page with its text.
export function element(name, words = "", attributes = {}) {
  const own = made(document.createElement(name), attributes);
  own.textContent = words;
  return own;
}

// An element of a drawing with what is in it: other elements, or text.
export function shape(name, attributes = {}, ...children) {
  const own = made(document.createElementNS(SVG, name), attributes);
  own.append(...children);
  return own;
}

// A line of a list.
export const item = (words) => element("li", words);
