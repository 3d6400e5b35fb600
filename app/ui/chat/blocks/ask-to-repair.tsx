/*
 * Asks the model to rewrite output that could not be used. It is an ordinary
 * question, so it can be stopped, edited and undone.
 */
import { useState } from "react";
import { locatePatch } from "#core/changes/patch.ts";
import { misplacedWords, type LostChange, type LostReason } from "#core/changes/repair-question.ts";
import { Button } from "../../kit/button.tsx";
import { useChatTools } from "../chat-context.ts";
import { useOpenDocument } from "../open-document.ts";
import { lastEntry } from "../sections.ts";
import { useChat, useReadOnly } from "../use-chat.ts";
import type { PatchItem } from "./patch-items.ts";
import type { Refusal } from "./refusal.ts";
import type { usePatches } from "./use-patches.ts";

type Changes = ReturnType<typeof usePatches>;

export function AskToRepair({ words, className = "" }: { words: () => string; className?: string }) {
  const { store, form, reportFailure } = useChatTools();
  const [isAsking, setAsking] = useState(false);
  if (useReadOnly(store)) return null;
  // Beside a draft, the draft is saved before the question is sent.
  async function repair() {
    setAsking(true);
    const { choices, temporary } = form.read();
    await reportFailure(store.send({ content: words(), attachments: [], choices, temporary }));
    setAsking(false);
  }
  return (
    <Button size="small" className={className} pending={isAsking} onClick={() => void repair()}>
      Ask to repair
    </Button>
  );
}

/** Shown below the last answer's changes, once it has ended and while some of them cannot be placed. */
export function RepairMisplaced({ changes, messageId }: { changes: Changes; messageId: string }) {
  const { store } = useChatTools();
  const isLast = useChat(store, ({ turn, sections }) => turn === null && lastEntry(sections)?.message.id === messageId);
  const isInChat = useOpenDocument() === null;
  const lost = lostChanges(changes);
  // Without its draft beside the chat, the model would not receive the text to change.
  if (!isLast || lost.length === 0 || changes.draft !== null) return null;
  const words = () => {
    const text = isInChat ? changes.readText() : null;
    return misplacedWords(
      lost.map(({ item, reason, refusal }): LostChange => {
        const nearest = (refusal && nearestOf(refusal)) ?? (text === null ? null : nearestIn(text, item));
        return { patch: item.patch, reason, nearest };
      }),
    );
  };
  return (
    <div className="border-t border-rule px-4 py-2.5">
      <AskToRepair words={words} />
    </div>
  );
}

type Lost = { item: PatchItem; reason: LostReason; refusal: Refusal | null };

/** Changes without a place. If the words occur more than once, the reader chooses. */
function lostChanges({ items, states, refusals }: Changes): Lost[] {
  return items.flatMap((item, i) => {
    const [state, refusal] = [states[i]!, refusals[i] ?? null];
    if (state.kind !== "open" || refusal?.text === null) return [];
    const reason = refusal?.outcome.kind ?? state.reason;
    return reason === "not-found" || reason === "gone" || reason === "empty-original" ? [{ item, reason, refusal }] : [];
  });
}

function nearestOf({ text, outcome }: Refusal): string | null {
  if (text === null || outcome.kind !== "not-found" || outcome.nearest === undefined) return null;
  return text.slice(outcome.nearest.start, outcome.nearest.end);
}

function nearestIn(text: string, { patch }: PatchItem): string | null {
  const { place, ...wording } = patch;
  const outcome = locatePatch(text, place === undefined ? patch : wording);
  return outcome.kind === "not-found" && outcome.nearest ? text.slice(outcome.nearest.start, outcome.nearest.end) : null;
}
