/*
 * The marketing pages are complete without this file: carousels are lists that
 * scroll and snap by themselves, and the sample texts show their changes. It adds
 * the two buttons and the arrow keys, hides the scroll hint once the page has moved
 * 40 px, and lets a visitor accept, reject and undo the changes of a sample.
 */
const calm = matchMedia("(prefers-reduced-motion: reduce)");

for (const carousel of document.querySelectorAll("[data-carousel]")) {
  const track = carousel.querySelector("[data-track]");
  const controls = carousel.querySelector("[data-controls]");
  const [back, on] = controls.querySelectorAll("button");
  const go = (left) => track.scrollTo({ left, behavior: calm.matches ? "instant" : "smooth" });
  const step = (direction) => {
    const [first, second] = track.querySelectorAll("li");
    go(track.scrollLeft + direction * (second.offsetLeft - first.offsetLeft));
  };
  const show = () => {
    const end = track.scrollWidth - track.clientWidth;
    controls.hidden = end < 2;
    back.setAttribute("aria-disabled", track.scrollLeft < 2);
    on.setAttribute("aria-disabled", track.scrollLeft > end - 2);
  };
  const keys = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => go(0),
    End: () => go(track.scrollWidth),
  };
  back.addEventListener("click", keys.ArrowLeft);
  on.addEventListener("click", keys.ArrowRight);
  track.addEventListener("keydown", (event) => {
    const act = event.target === track && !event.altKey && !event.ctrlKey && !event.metaKey && keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  track.addEventListener("scroll", show, { passive: true });
  new ResizeObserver(show).observe(track);
}

const hint = document.querySelector("[data-scroll-hint]");
if (hint) {
  const show = () => hint.toggleAttribute("data-away", scrollY >= 40);
  addEventListener("scroll", show, { passive: true });
  show();
}

for (const sample of document.querySelectorAll("[data-sample]")) {
  const cards = [...sample.querySelectorAll("[data-card]")];
  const marks = (id) => sample.querySelectorAll(`[data-change="${id}"]`);
  const [left, undo, all] = ["left", "undo", "all"].map((name) => sample.querySelector(`[data-${name}]`));
  const said = {
    accepted: "Accepted.",
    rejected: "Rejected. Your words stand.",
  };
  /* The state of every change, in the order of the cards; the last entry is the present. */
  const history = [cards.map(() => "open")];

  const show = () => {
    const states = history.at(-1);
    cards.forEach((card, i) => {
      const state = states[i];
      for (const one of [card, ...marks(card.dataset.card)]) one.dataset.state = state;
      card.querySelector("[data-choices]").hidden = state !== "open";
      card.querySelector('[data-to="open"]').hidden = state === "open";
      const words = card.querySelector("[data-said]");
      words.hidden = state === "open";
      words.textContent = said[state] ?? "";
    });
    const open = states.filter((state) => state === "open").length;
    left.textContent = open === 0 ? "all decided" : `${open} proposed`;
    all.setAttribute("aria-disabled", open === 0);
    undo.setAttribute("aria-disabled", history.length === 1);
  };
  const decide = (states) => {
    history.push(states);
    show();
  };
  cards.forEach((card, i) => {
    for (const button of card.querySelectorAll("[data-to]"))
      button.addEventListener("click", () => {
        decide(history.at(-1).with(i, button.dataset.to));
        /* The focus goes to the next change that is open, as in a draft. */
        const next =
          button.dataset.to === "open" ? card : [...cards.slice(i + 1), ...cards].find((one) => one.dataset.state === "open");
        (next?.querySelector("[data-choices] button") ?? undo).focus({ preventScroll: true });
      });
    const near = (isNear) => marks(card.dataset.card).forEach((mark) => mark.toggleAttribute("data-near", isNear));
    for (const name of ["pointerenter", "focusin"]) card.addEventListener(name, () => near(true));
    for (const name of ["pointerleave", "focusout"]) card.addEventListener(name, () => near(false));
  });
  undo.addEventListener("click", () => {
    if (history.length > 1) history.pop();
    show();
  });
  all.addEventListener("click", () => {
    if (all.getAttribute("aria-disabled") === "false")
      decide(history.at(-1).map((state) => (state === "open" ? "accepted" : state)));
  });
  undo.hidden = all.hidden = false;
  show();
}
