/*
 * A counterpart's tracked changes from the imported file: shown in the text like
 * the assistant's, with their author, and decided there. The server stores the
 * decisions for every device. Changes without a certain place are in
 * unplaced-changes.tsx.
 */
import type { ImportedChange } from "#core/changes/imported-change.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { showToast } from "../../kit/toast.tsx";
import type { DocumentPatches } from "./document-patches.ts";

export const importedBlock = "imported";

export async function proposeImported(draftId: string, patches: DocumentPatches): Promise<void> {
  const changes = await readChanges(draftId);
  const open = changes.filter(({ decision }) => decision === null);
  if (open.length === 0) return;
  patches.propose(
    importedBlock,
    "",
    open.map(({ patch }) => patch),
    { decided: (index, isAccepted) => void decide(draftId, open[index]!.id, isAccepted) },
  );
}

async function readChanges(draftId: string): Promise<readonly ImportedChange[]> {
  try {
    return (await ask<{ changes: ImportedChange[] }>(`/api/drafts/${draftId}/changes`)).changes;
  } catch {
    // Offline, they load the next time the draft is opened.
    return [];
  }
}

async function decide(draftId: string, changeId: string, isAccepted: boolean | null): Promise<void> {
  try {
    const body = { decision: isAccepted === null ? null : isAccepted ? "accepted" : "rejected" };
    await ask(`/api/drafts/${draftId}/changes/${changeId}`, { method: "PATCH", body });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
}
