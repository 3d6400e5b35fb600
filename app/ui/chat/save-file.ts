/* Files made by the server. A long one takes seconds, so a notice shows that it
   is in progress and offers a retry if it fails. */
import { showToast } from "../kit/toast.tsx";
import { askForResponse, problemIn, sentenceOf, type Question } from "../ask.ts";

export type ToSave = { path: string; question?: Question; /** Shown meanwhile. */ making: string };

export async function saveFile(asked: ToSave): Promise<void> {
  const id = `export-${asked.path}`;
  showToast({ kind: "loading", text: asked.making, id });
  try {
    const response = await askForResponse(asked.path, asked.question);
    const name = nameIn(response.headers.get("content-disposition") ?? "");
    if (!download(name, await response.blob())) throw new Error("The browser couldn’t save the file.");
    showToast({ kind: "success", text: `${name} saved`, id });
    const notice = response.headers.get("x-stet-notice");
    if (notice !== null) showToast({ kind: "info", text: decodeURIComponent(notice), duration: 12_000 });
  } catch (error) {
    const action = { label: "Try again", run: () => void saveFile(asked) };
    showToast({ kind: "error", text: sentenceOf(problemIn(error)), id, action });
  }
}

function nameIn(header: string): string {
  const whole = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return whole === undefined ? (/filename="([^"]+)"/.exec(header)?.[1] ?? "export") : decodeURIComponent(whole);
}

/** Offers a file made on this device as a download. */
export function download(name: string, content: string | Blob): boolean {
  try {
    const blob = typeof content === "string" ? new Blob([content], { type: "text/markdown;charset=utf-8" }) : content;
    const url = URL.createObjectURL(blob);
    const link = Object.assign(document.createElement("a"), { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    return true;
  } catch {
    return false;
  }
}
