/* Listens for `createDraftFromChat` and opens the dialog, which is fetched on first use. */
import { useEffect, useState } from "react";
import { on } from "../events.ts";
import { late } from "../kit/late.ts";
import { useHasOpened } from "../kit/use-has-opened.ts";
import type { DraftToCreate } from "./create-draft-dialog.tsx";

const CreateDraftDialog = late(() => import("./create-draft-dialog.tsx")).part("CreateDraftDialog");

export function DraftFromChat({ projectId }: { projectId: string | null }) {
  const [draft, setDraft] = useState<DraftToCreate | null>(null);
  useEffect(() => on("createDraftFromChat", ({ draftText }) => setDraft({ text: draftText, projectId })), [projectId]);
  return useHasOpened(draft !== null) && <CreateDraftDialog draft={draft} onClose={() => setDraft(null)} />;
}
