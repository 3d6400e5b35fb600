/* Files made by the server. What saves them is fetched when one is asked for. */
import { ownProblem } from "#core/workspace/own-problems.ts";
import { showToast } from "../kit/toast.tsx";
import type { ToSave } from "./save-file.ts";

export function exportChat(chatId: string): Promise<void> {
  return saveResponse({ path: `/api/chats/${chatId}/pdf`, making: "Making the PDF…" });
}

export async function saveResponse(asked: ToSave): Promise<void> {
  try {
    const { saveFile } = await import("./save-file.ts");
    await saveFile(asked);
  } catch {
    showToast({ kind: "error", text: ownProblem("no-connection").title });
  }
}
