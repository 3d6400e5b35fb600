/* Files made by the server. A long one takes seconds, so a notice shows that it
   is in progress and offers a retry if it fails. */
import { showToast } from "../kit/toast.tsx";
import { askForResponse, problemIn, sentenceOf, type Question } from "../ask.ts";
import { download } from "./clipboard.ts";

export function exportChat(chatId: string): Promise<void> {
  return saveResponse({ path: `/api/chats/${chatId}/pdf`, making: "Making the PDF…" });
}

type ToSave = { path: string; question?: Question; /** Shown meanwhile. */ making: string };

export async function saveResponse(asked: ToSave): Promise<void> {
  const id = `export-${asked.path}`;
  showToast({ kind: "loading", text: asked.making, id });
  try {
    const response = await askForResponse(asked.path, asked.question);
    const name = nameIn(response.headers.get("content-disposition") ?? "");
    if (!download(name, await response.blob())) throw new Error("The browser did not take the file.");
    showToast({ kind: "success", text: `${name} saved`, id });
  } catch (error) {
    const action = { label: "Try again", run: () => void saveResponse(asked) };
    showToast({ kind: "error", text: sentenceOf(problemIn(error)), id, action });
  }
}

function nameIn(header: string): string {
  const whole = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return whole === undefined ? (/filename="([^"]+)"/.exec(header)?.[1] ?? "export") : decodeURIComponent(whole);
}
