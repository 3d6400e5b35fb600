/* A page that grows by lines, with a button at its top, and follows its end. */
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
  /** The last lines are taken away, and brought back in a task of their own. */
  async rebuild(lines: number) {
    for (let line = 0; line < lines; line++) content.lastElementChild?.remove();
    await new Promise((resolve) => setTimeout(resolve));
    void scroller.scrollTop;
    add(lines);
  },
  /** What Tab, a search in the page and a screen reader do: the page is moved, and no key or wheel tells of it. */
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
