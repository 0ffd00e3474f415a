// Widths of the panes: handles to drag, or to move with the arrow keys; and swipes from one pane to the next.

const STEP = 24; // pixels for a press of a key
const LEAST = { write: 260, side: 260 };

// The handles set the CSS variables --write and --side of `main`; the widths are kept.
export function splitters(main) {
  const set = (part, width) => {
    const most = main.clientWidth - LEAST.write - LEAST.side;
    const own = Math.round(Math.min(Math.max(width, LEAST[part]), Math.max(most, LEAST[part])));
    main.style.setProperty(`--${part}`, `${own}px`);
    try { localStorage.setItem(`studio:width:${part}`, String(own)); } catch { /* forbidden */ }
  };
  for (const handle of main.querySelectorAll(".splitter")) {
    const part = handle.dataset.splits, sign = part === "write" ? 1 : -1;
    const pane = part === "write" ? handle.previousElementSibling : handle.nextElementSibling;
    const kept = Number(localStorage.getItem(`studio:width:${part}`));
    if (kept) main.style.setProperty(`--${part}`, `${kept}px`);
    new ResizeObserver(() => {
      const share = { valuenow: 100 * pane.clientWidth / (main.clientWidth || 1), valuemin: 0, valuemax: 100 };
      for (const [key, value] of Object.entries(share)) handle.setAttribute(`aria-${key}`, String(Math.round(value)));
    }).observe(pane);
    handle.onpointerdown = (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      const start = event.clientX, width = pane.clientWidth;
      handle.onpointermove = (moved) => set(part, width + sign * (moved.clientX - start));
      handle.onpointerup = handle.onpointercancel = () => { handle.onpointermove = null; };
    };
    handle.onkeydown = (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      set(part, pane.clientWidth + sign * way * STEP);
    };
    handle.ondblclick = () => {
      main.style.removeProperty(`--${part}`);
      localStorage.removeItem(`studio:width:${part}`);
    };
  }
}

// Calls `go(1)` for a swipe to the left and `go(-1)` for one to the right, except on things that scroll sideways.
export function swipes(main, go) {
  let start = null;
  const scrolls = (thing) => { for (; thing && thing !== main; thing = thing.parentElement) if (thing.scrollWidth > thing.clientWidth + 1) return true; return false; };
  main.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    start = event.touches.length === 1 && !scrolls(event.target) ? [touch.clientX, touch.clientY] : null;
  }, { passive: true });
  main.addEventListener("touchend", (event) => {
    if (!start) return;
    const [touch] = event.changedTouches, across = touch.clientX - start[0], down = touch.clientY - start[1];
    start = null;
    if (Math.abs(across) > 70 && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? 1 : -1);
  }, { passive: true });
}
