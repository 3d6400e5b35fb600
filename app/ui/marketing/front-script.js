/*
 * The marketing pages are complete without this file: carousels are lists that
 * scroll and snap by themselves. It adds the two buttons and the arrow keys,
 * and lets go of the scroll hint once the page has moved 40 px.
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
