/* One sentence when the reader's role changes while a draft is open; what they typed last can be taken along. */
import type { Editor } from "@tiptap/core";
import { Copy, PencilLine } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "../../kit/button.tsx";
import { showToast } from "../../kit/toast.tsx";
import type { DraftStore } from "../saving/draft-store.ts";
import type { AccessNews } from "./use-draft-access.ts";

const sentences: Record<AccessNews, string> = {
  lost: "You can no longer change this draft, only read it.",
  unshared: "You no longer have access to this draft. You can’t open it again.",
  "may-suggest": "You can now suggest changes to this draft. Select some words to start.",
  "may-not-suggest": "You can no longer suggest changes to this draft. You can still read it and comment.",
  given: "You can now write in this draft.",
};

export function AccessNotice({ news, editor, store }: { news: AccessNews; editor: Editor; store: DraftStore }) {
  const { save } = useSyncExternalStore(store.subscribe, store.read, store.read);
  const isUnsaved = (news === "lost" || news === "unshared") && save !== "saved";
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-warn/40 bg-warn-soft px-4 py-2 text-pretty"
    >
      <p className="min-w-0 flex-1 basis-64">
        {sentences[news]}
        {isUnsaved && " What you typed last was not saved. It is still here and kept on this device."}
      </p>
      {isUnsaved && (
        <Button size="small" onClick={() => void copyText(editor)}>
          <Copy /> Copy the text
        </Button>
      )}
      {news === "given" && (
        <Button size="small" onClick={() => location.reload()}>
          <PencilLine /> Start writing
        </Button>
      )}
    </div>
  );
}

async function copyText({ state: { doc } }: Editor): Promise<void> {
  try {
    await navigator.clipboard.writeText(doc.textBetween(0, doc.content.size, "\n\n"));
    showToast({ kind: "success", text: "Copied to clipboard!" });
  } catch {
    showToast({ kind: "error", text: "Failed to copy to clipboard." });
  }
}
