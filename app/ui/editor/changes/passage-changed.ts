import { showToast } from "../../kit/toast.tsx";

/** A change that can no longer be applied. Its card in the chat shows what is there now. */
export function showPassageChanged(): void {
  showToast({ kind: "error", text: "This passage has changed since. Nothing was changed; the chat says more." });
}
