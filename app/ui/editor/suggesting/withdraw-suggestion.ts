import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { showToast } from "../../kit/toast.tsx";

export async function withdrawSuggestion(draftId: string, id: string): Promise<void> {
  try {
    await ask(`/api/drafts/${draftId}/changes/${id}`, { method: "DELETE" });
    showToast({ kind: "success", text: "Suggestion withdrawn." });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
}
