/*
 * Tells the window what an answer writes for the open document, as it arrives,
 * whether or not anybody looks at the chat. What was written before is not told
 * again: `known` says how many closed pieces of writing the answer began with.
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
