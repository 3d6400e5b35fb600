/* Syncs the text to the chat, so that it is available where the draft is not open. */
import type { Editor } from "@tiptap/core";
import { RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import { outlineText } from "#core/document/document-text.ts";
import { ask } from "../../ask.ts";
import { Button } from "../../kit/button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { coreDocument } from "../page/create-editor.ts";

type SyncButtonProps = { editor: Editor; chatSessionId: () => string | null };

export function SyncButton({ editor, chatSessionId }: SyncButtonProps) {
  const [isPending, setPending] = useState(false);
  const synced = useRef("");
  async function sync(): Promise<string> {
    const id = chatSessionId();
    const content = outlineText(coreDocument(editor.state.doc), { marksHeadings: true });
    if (id === null) return "No chat session";
    if (content.trim() === "") return "Editor is empty";
    if (synced.current === `${id} ${content}`) return "Nothing to sync";
    try {
      const { changed } = await ask<{ changed: boolean }>("/api/chatdocuments/upsert", { body: { chatSessionId: id, content } });
      synced.current = `${id} ${content}`;
      return changed ? "" : "Nothing to sync";
    } catch {
      return "Sync failed";
    }
  }
  async function onClick() {
    setPending(true);
    const problem = await sync();
    setPending(false);
    if (problem === "") showToast({ kind: "success", text: "The chat has your current text.", id: "sync" });
    else showToast({ kind: problem === "Nothing to sync" ? "info" : "error", text: problem, id: "sync" });
  }
  return (
    <Button size="small" variant="quiet" pending={isPending} onClick={() => void onClick()}>
      <RefreshCw />
      Sync
    </Button>
  );
}
