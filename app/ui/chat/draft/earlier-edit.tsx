/*
 * Continue and Regenerate make a new version of an answer, and the edits of a draft
 * stay with the version they were made in. Here they are offered to the new one.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { MessageText } from "#core/chat/chat.ts";
import { ask } from "../../ask.ts";
import { Button } from "../../kit/button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { placeOfName } from "../change-rows.ts";
import { useChatTools } from "../chat-context.ts";
import { useChat } from "../use-chat.ts";
import { editToBring, type Earlier } from "./edit-to-bring.ts";

type EarlierEditProps = {
  name: string;
  current: () => string;
  /** Null while the draft is as the answer has it. */
  edited: string | null;
  /** An empty text goes back to the original. */
  onSave: (markdown: string) => void;
};

export function EarlierEdit({ name, current, edited, onSave }: EarlierEditProps) {
  const { changes } = useChatTools();
  const earlier = useEarlier(name);
  const mine = useSyncExternalStore(changes.subscribe, () => (earlier ? changes.text(earlier.name) : null));
  const [isBusy, setBusy] = useState(false);
  if (earlier === null || mine === null || !editToBring(earlier.text, mine, { edited, current: current() })) return null;

  async function bring(base: string, edit: string) {
    setBusy(true);
    try {
      const { broughtEdit, mergedText } = await import("./draft-session.ts");
      const theirs = current();
      const { text, ...unfit } = broughtEdit(base, edit, theirs);
      onSave(text);
      const undo = () => {
        const now = current();
        // What was typed since stays.
        const back = now === text ? theirs : mergedText(text, now, theirs);
        onSave(edited === null && back === theirs ? "" : back);
      };
      showToast({
        kind: unfit.conflicts + unfit.atEnd > 0 ? "info" : "success",
        text: broughtSentence(unfit),
        action: { label: "Undo", run: undo },
      });
    } catch {
      showToast({ kind: "error", text: "Your edits couldn’t be brought here. Please try again." });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 py-1 text-ink">
      <p className="min-w-0 flex-1 basis-40">Your edits are in version {earlier.number}.</p>
      <Button size="small" pending={isBusy} onClick={() => void bring(earlier.text, mine)}>
        Bring them here
      </Button>
    </div>
  );
}

function broughtSentence({ conflicts, atEnd }: { conflicts: number; atEnd: number }): string {
  const done = "Your edits are in this version too.";
  if (atEnd > 0)
    return `This version is a different text, so ${passages(atEnd)} you edited ${atEnd === 1 ? "is" : "are"} at its end.`;
  if (conflicts === 0) return done;
  return `${done} In ${conflicts === 1 ? "one passage" : `${conflicts} passages`} this version has other words: both wordings are there, one after the other.`;
}

function passages(count: number): string {
  return count === 1 ? "the passage" : `${count} passages`;
}

/** The nearest earlier version of the answer in which the draft at the same place was edited. */
function useEarlier(name: string): Earlier | null {
  const { store, changes } = useChatTools();
  const { messageId, block } = placeOfName(name);
  const versions = useChat(store, () => (store.find(messageId)?.message.versions ?? []).join(" "));
  const read = () => {
    const ids = versions.split(" ");
    return ids.slice(0, Math.max(0, ids.indexOf(messageId))).findLast((id) => changes.hasTexts(id)) ?? "";
  };
  const from = useSyncExternalStore(changes.subscribe, read);
  const [earlier, setEarlier] = useState<(Earlier & { from: string }) | null>(null);
  useEffect(() => {
    if (from === "") return;
    const gone = new AbortController();
    const number = versions.split(" ").indexOf(from) + 1;
    const blocks = store.find(messageId)?.answer?.view.blocks ?? [];
    const at = blocks.filter(({ kind }) => kind === "draft").findIndex(({ key }) => key === block);
    ask<MessageText>(`/api/chats/${store.read().id}/messages/${from}`, { signal: gone.signal }).then(
      ({ drafts }) => {
        const draft = drafts[at];
        setEarlier(draft ? { from, number, name: `${from}.${draft.key}`, text: draft.text } : null);
      },
      // It is offered when the page is shown again.
      () => {},
    );
    return () => gone.abort();
  }, [store, messageId, block, from, versions]);
  return earlier?.from === from ? earlier : null;
}
