/** A quiet line at the end of the messages, shown while the last removal can be undone. */
import { Undo2 } from "lucide-react";
import type { ChatThread } from "#core/chat/chat.ts";
import { Button } from "../kit/button.tsx";
import { useChatTools } from "./chat-context.ts";
import { undoRemoval } from "./question-in-field.ts";
import { useChat } from "./use-chat.ts";

export function UndoBar() {
  const { store, reportFailure } = useChatTools();
  const undo = useChat(store, (state) => state.undo);
  const isBusy = useChat(store, (state) => state.turn !== null);
  const words = undo && wordsFor(undo);
  if (!undo || !words || isBusy) return null;
  return (
    <div className="mx-auto flex w-full max-w-[38.5rem] items-center gap-3 px-4 pb-6 text-ink-faint sm:px-8" data-undo={undo.kind}>
      <span className="h-px flex-1 bg-rule" />
      <span className="text-xs">{words}</span>
      <Button size="small" variant="quiet" onClick={() => void reportFailure(undoRemoval(store, undo.operationId))}>
        <Undo2 /> Undo
      </Button>
      <span className="h-px flex-1 bg-rule" />
    </div>
  );
}

/** Edits and regenerated answers are undone through their versions; this covers only removals. */
function wordsFor({ kind, removed }: NonNullable<ChatThread["undo"]>): string | null {
  const messages = `${removed} ${removed === 1 ? "message" : "messages"}`;
  if (kind === "restore") return `Back at the checkpoint; ${messages} put aside`;
  if (kind === "delete") return `${messages} deleted`;
  // An edit always replaces the question and its answer.
  return kind === "edit" && removed > 2 ? `Edited; ${messages} put aside` : null;
}
