/* A page that grows line by line, has a button at its top, and follows its end. */
import { followStream } from "../../../app/ui/chat/follow.ts";

const scroller = document.querySelector<HTMLElement>("#scroller")!;
const content = document.querySelector<HTMLElement>("#content")!;

function add(lines: number): void {
  for (let line = 0; line < lines; line++) {
    const element = document.createElement(content.childElementCount === 0 ? "button" : "div");
    element.className = "line";
    element.style.display = "block";
    content.append(element);
  }
}

const follow = followStream(scroller, content, () => {});

const lab = {
  add,
  /** Removes the last lines and restores them in a separate task. */
  async rebuild(lines: number) {
    for (let line = 0; line < lines; line++) content.lastElementChild?.remove();
    await new Promise((resolve) => setTimeout(resolve));
    void scroller.scrollTop;
    add(lines);
  },
  /** As Tab, find in page and screen readers do: scrolls the page without a key or wheel event. */
  goUp: () => content.querySelector("button")!.focus(),
  state: () => ({
    following: follow.following,
    top: scroller.scrollTop,
    fromEnd: scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop,
  }),
};
declare global {
  interface Window {
    followLab: typeof lab;
  }
}
window.followLab = lab;
