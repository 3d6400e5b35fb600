/*
 * Announces to the window what an answer writes for the open document, whether or
 * not the chat is visible. `known` is the number of closed writings the answer
 * started with; those are not announced again.
 */
import { emit } from "../events.ts";
import type { Answer } from "./answer.ts";
import type { LiveText } from "./live-text.ts";

export function announceWriting(answer: Answer, messageId: string, known: number): void {
  let seen = 0;
  function look() {
    const written = answer.view.blocks.filter((block) => block.kind === "write");
    for (; seen < written.length; seen++) {
      const { text } = written[seen]!;
      if (seen >= known || text.open) announce(text, messageId);
    }
  }
  look();
  answer.subscribe(look);
}

function announce(text: LiveText, messageId: string): void {
  let frame = 0;
  function update() {
    frame = 0;
    emit("writing-update", { content: text.text, messageId });
  }
  function complete() {
    cancelAnimationFrame(frame);
    emit("writing-complete", { content: text.text, messageId });
  }
  if (!text.open) return complete();
  text.watch({
    append: () => void (frame ||= requestAnimationFrame(update)),
    replace: () => void (frame ||= requestAnimationFrame(update)),
    close: complete,
  });
}

export function countWritings(answer: Answer): number {
  return answer.view.blocks.filter((block) => block.kind === "write" && !block.open).length;
}
