/* A chat as a PDF. The server draws it, which takes seconds for a long one: the notice says that it is under way. */
import { showToast } from "../kit/toast.tsx";
import { askForResponse, problemIn, sentenceOf } from "../ask.ts";
import { download } from "./clipboard.ts";

export async function exportChat(chatId: string): Promise<void> {
  const id = `export-${chatId}`;
  showToast({ kind: "loading", text: "Making the PDF…", id });
  try {
    const response = await askForResponse(`/api/chats/${chatId}/pdf`);
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "legal-transcript.pdf";
    if (!download(name, await response.blob())) throw new Error("The browser did not take the file.");
    showToast({ kind: "success", text: `${name} saved`, id });
  } catch (error) {
    showToast({
      kind: "error",
      text: sentenceOf(problemIn(error)),
      id,
      action: { label: "Try again", run: () => void exportChat(chatId) },
    });
  }
}
