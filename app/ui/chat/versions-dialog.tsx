/* Compares the current answer with another version, word by word. */
import { useEffect, useMemo, useState } from "react";
import type { MessageText } from "#core/chat/chat.ts";
import { parseReply, replyText } from "#core/chat/reply.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Difference } from "../kit/difference.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { useChatTools } from "./chat-context.ts";

export function VersionsDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Compare versions" size="wide">
      <Comparison messageId={messageId} />
    </Dialog>
  );
}

function Comparison({ messageId }: { messageId: string }) {
  const { store } = useChatTools();
  const [versions] = useState(() => store.find(messageId)?.message.versions ?? [messageId]);
  const shown = versions.indexOf(messageId);
  const [from, setFrom] = useState(() => versions[shown - 1] ?? versions[shown + 1] ?? messageId);
  const before = useText(store.read().id, from);
  const after = useText(store.read().id, messageId);
  const diff = useMemo(
    () => (before.text === null || after.text === null ? null : wordDiff(before.text, after.text)),
    [before.text, after.text],
  );
  const problem = before.problem ?? after.problem;
  return (
    <div className="mx-auto max-w-[46rem]">
      <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-2 font-sans">
        <label className="flex min-w-0 flex-col gap-1 text-xs text-ink-soft">
          What changed since
          <select
            value={from}
            onChange={(event) => setFrom(event.target.value)}
            className="h-9 rounded-lg border border-rule-strong bg-paper px-2 text-sm text-ink pointer-coarse:h-11"
          >
            {versions.map(
              (id, i) =>
                id !== messageId && (
                  <option key={id} value={id}>
                    Version {i + 1}
                  </option>
                ),
            )}
          </select>
        </label>
        <p className="py-2 text-sm" role="status">
          Version {shown + 1} is shown
          {diff && (
            <span className="tabular-nums">
              {": "}
              <span className="text-insert">+{diff.added}</span> <span className="text-delete">−{diff.removed}</span> words
            </span>
          )}
        </p>
      </div>
      {problem !== null && <p role="alert">{problem}</p>}
      {diff === null && problem === null && <Spinner label="Loading" className="size-5" />}
      {diff && <Difference segments={diff.segments} />}
    </div>
  );
}

type Read = { id: string; text: string | null; problem: string | null };

function useText(chatId: string, id: string): Read {
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    ask<MessageText>(`/api/chats/${chatId}/messages/${id}`, { signal: gone.signal }).then(
      ({ content }) => setRead({ id, text: replyText(parseReply(content)), problem: null }),
      (error: unknown) => gone.signal.aborted || setRead({ id, text: null, problem: sentenceOf(problemIn(error)) }),
    );
    return () => gone.abort();
  }, [chatId, id]);
  return read?.id === id ? read : { id, text: null, problem: null };
}
