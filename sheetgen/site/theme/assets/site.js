// Turns lists of steps into steppers. Without this script all steps stay listed; printing lists them, too.
for (const stepper of document.querySelectorAll(".stepper")) {
  const steps = [...stepper.querySelectorAll("li.step")];
  if (steps.length < 2) continue;
  const bar = document.createElement("div");
  bar.className = "stepper-bar";
  const button = (label, sign, way) => {
    const own = document.createElement("button");
    own.type = "button";
    own.textContent = sign;
    own.setAttribute("aria-label", label);
    own.title = label;
    own.addEventListener("click", () => show(place + way));
    return own;
  };
  const back = button(stepper.dataset.previous, "←", -1);
  const next = button(stepper.dataset.next, "→", 1);
  const count = document.createElement("span");
  count.className = "count";
  const dots = document.createElement("span");
  dots.className = "dots";
  const done = document.createElement("span");
  dots.append(done);
  bar.append(back, next, count, dots);
  stepper.prepend(bar);
  stepper.classList.add("live");
  stepper.querySelector("ol").setAttribute("aria-live", "polite");
  let place = 0;
  const show = (wanted) => {
    place = Math.min(Math.max(wanted, 0), steps.length - 1);
    steps.forEach((step, i) => step.classList.toggle("now", i === place));
    count.textContent = stepper.dataset.count.replace("{n}", place + 1);
    done.style.width = `${(100 * (place + 1)) / steps.length}%`;
    back.disabled = place === 0;
    next.disabled = place === steps.length - 1;
    if (document.activeElement === document.body || !bar.contains(document.activeElement)) return;
    if (document.activeElement.disabled) (back.disabled ? next : back).focus();
  };
  stepper.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(place + way);
  });
  show(0);
}

// Tables that are wider than their place can be scrolled by keyboard, too.
const reachable = () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap, .combinations")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
  }
};
window.addEventListener("load", reachable);
window.addEventListener("resize", reachable);

// A served site can be installed, and is kept for when there is no network. From disk it is there anyway.
// In a frame on another site nothing is kept.
if (location.protocol.startsWith("http") && "serviceWorker" in navigator && window === window.top) {
  const here = document.currentScript.src; // LANGUAGE/assets/site.js
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = new URL("../manifest.webmanifest", here);
  document.head.append(manifest);
  const worker = new URL("../../sw.js", here);
  // After the page itself. Where the host or the reader refuses, the site works as without it.
  window.addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => {}));
}

// The same place of the page in another language.
const keepAnchor = () => {
  for (const link of document.querySelectorAll(".md-select__link")) link.hash = location.hash;
};
window.addEventListener("hashchange", keepAnchor);
keepAnchor();

// The link of an example to its own page becomes a button that copies the code of a frame with this page. From disk there
// is no address to embed, unless the publisher has named one: the link stays.
const embed = document.getElementById("embed-texts")?.dataset;
const embedCode = (link) => {
  const frame = document.createElement("iframe");
  frame.src = new URL(link.getAttribute("href"), embed.address || location.href);
  frame.title = link.dataset.title;
  frame.setAttribute("width", "100%");
  frame.setAttribute("height", embed.height);
  frame.setAttribute("loading", "lazy");
  frame.setAttribute("style", "border:0");
  return frame.outerHTML;
};
if (embed && (embed.address || location.protocol.startsWith("http"))) {
  for (const link of document.querySelectorAll("a.embed-code")) {
    const code = embedCode(link);
    const button = document.createElement("button");
    button.type = "button";
    button.className = link.className;
    button.textContent = embed.label;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code);
        button.textContent = embed.done;
        setTimeout(() => (button.textContent = embed.label), 3000);
      } catch {
        // The browser does not allow it, as on a page without https: the reader copies the code.
        const text = document.createElement("textarea");
        text.className = "embed-text";
        text.readOnly = true;
        text.value = code;
        text.setAttribute("aria-label", embed.failed);
        button.textContent = embed.failed;
        button.disabled = true;
        button.after(text);
        text.select();
      }
    });
    link.replaceWith(button);
  }
}
