/* Reports the result of undoing all of an agent's work. */
import { showToast } from "../../kit/toast.tsx";
import type { OpenDocument } from "../open-document.ts";

export function reportUndone({ done, left }: ReturnType<OpenDocument["takeBackAll"]>): void {
  const count = (number: number) => (number === 1 ? "One change" : `${number} changes`);
  if (done === 0 && left.length === 0) {
    showToast({ kind: "info", text: "None of it is left in the text." });
  } else if (left.length === 0) {
    showToast({ kind: "success", text: `${count(done)} undone. What you wrote since is unchanged.` });
  } else {
    const kept = `${count(left.length)} ${left.length === 1 ? "was" : "were"} edited since and left as ${left.length === 1 ? "it is" : "they are"}`;
    const first = left[0]!.replacement.replaceAll(/\s+/g, " ").trim().slice(0, 80);
    const which = first === "" ? "" : `, such as “${first}”`;
    showToast({ kind: "info", text: `${done === 0 ? "Nothing" : count(done)} undone. ${kept}${which}.` });
  }
}
