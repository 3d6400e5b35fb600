/* Copies plain text, and says whether it was copied. */
import { showToast } from "./kit/toast.tsx";

export async function copyPlain(text: string, success = "Copied to clipboard!"): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  showToast({ kind: isCopied ? "success" : "error", text: isCopied ? success : "Failed to copy to clipboard", id: "copy" });
}
