// The page on which readers ask the sheet: a tap on a part shows its rules beside it, on a phone below it.
// Without this script the parts are links to their rules.
"use strict";
(() => {
  const root = document.querySelector(".ask");
  const data = JSON.parse(root.querySelector(".ask-data").textContent);
  const rules = [...root.querySelectorAll("template")];
  const panel = root.querySelector(".ask-answer");
  const title = document.getElementById("ask-title");
  const text = root.querySelector(".ask-text");
  const close = root.querySelector(".ask-close");
  const hint = title.textContent;
  const drawn = [...root.querySelectorAll(".ask-links a")];
  const links = [...root.querySelectorAll("a[data-part]")];
  let tapped = null; // the link that was followed last

  const make = (name, ...children) => {
    const element = document.createElement(name);
    element.append(...children);
    return element;
  };
  const asked = () => {
    try {
      const id = decodeURIComponent(location.hash.slice(1));
      return Object.hasOwn(data.parts, id) ? id : "";
    } catch {
      return ""; // an address that was cut off
    }
  };

  const rule = (index, row) => {
    const copy = rules[index].content.cloneNode(true);
    // Of a table of badges only the one that was asked for.
    const rows = row === null ? [] : [...(copy.querySelector("tbody")?.rows ?? [])];
    rows.filter((_, i) => i !== row).forEach((other) => other.remove());
    return copy;
  };
  const exampleList = (shown) => {
    const items = shown.map((index) => {
      const [name, address] = data.examples[index];
      const link = make("a", name);
      link.href = address;
      return make("li", link);
    });
    return make("details", make("summary", `${data.shown} (${shown.length})`), make("ul", ...items));
  };

  const show = () => {
    const id = asked();
    for (const link of links) {
      if (link.dataset.part === id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const [name, shownRules, rows, examples] = data.parts[id] ?? [hint, [], [], []];
    title.replaceChildren(name);
    text.replaceChildren(...shownRules.map((index, i) => rule(index, rows[i])));
    // A section that is called as the part is, such as that of a card, need not say so twice.
    const heading = text.querySelector("h3");
    if (heading?.textContent === name) {
      title.replaceChildren(...heading.childNodes);
      heading.remove();
    }
    if (examples.length) text.append(exampleList(examples));
    root.classList.toggle("answered", Boolean(id));
    close.hidden = !id;
    panel.hidden = false;
    dispatchEvent(new Event("resize")); // tables that are too wide can be scrolled by keyboard
    text.scrollTop = 0;
    if (id) reveal(id);
  };

  // Scroll the page so far that neither the header nor the answer covers the part.
  const reveal = (id) => {
    const link = tapped?.dataset.part === id && drawn.includes(tapped) ? tapped : drawn.find((each) => each.dataset.part === id);
    if (!link) return;
    const part = link.getBoundingClientRect();
    const answer = panel.getBoundingClientRect();
    const top = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
    const foot = getComputedStyle(panel).position === "fixed" ? answer.top : innerHeight;
    const over = part.bottom + 8 - foot;
    const under = top + 8 - part.top;
    // A part that is higher than what is free shows its upper end.
    if (under > 0 || over > 0) scrollBy(0, under > 0 ? -under : Math.min(over, part.top - top - 8));
  };

  const leave = () => {
    history.replaceState(history.state, "", location.pathname + location.search);
    dispatchEvent(new Event("hashchange")); // for the links to the other languages, too
    (tapped ?? drawn[0])?.focus({ preventScroll: true });
  };

  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-part]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    tapped = link;
    stopAt(link);
    const address = `#${encodeURIComponent(link.dataset.part)}`;
    // One step back closes the answer, however many parts were asked.
    if (asked()) location.replace(address);
    else location.hash = address;
    if (location.hash === address) show();
    panel.focus({ preventScroll: true });
  });
  close.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !asked() || document.querySelector("dialog[open]")) return;
    leave();
  });
  addEventListener("hashchange", show);

  // One stop of the Tab key for the whole sheet; arrow keys go from part to part.
  const stopAt = (link) => {
    if (!drawn.includes(link)) return;
    for (const other of drawn) other.setAttribute("tabindex", other === link ? 0 : -1);
  };
  root.querySelector(".ask-sheets").addEventListener("keydown", (event) => {
    const at = drawn.indexOf(document.activeElement);
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = { Home: 0, End: drawn.length - 1 }[event.key] ?? (way && at + way);
    if (at < 0 || next === undefined || !drawn[next] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stopAt(drawn[next]);
    drawn[next].focus();
  });
  if (drawn.length) stopAt(drawn[0]);
  show();
})();
