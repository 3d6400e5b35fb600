/* All comments of a draft in document order, open or resolved. */
import type { Editor } from "@tiptap/core";
import { ChevronDown, ChevronUp, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import type { CommentThread } from "#core/comments/comment.ts";
import { truncate } from "#core/sources/source.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { CommentCard } from "./comment-card.tsx";
import { CommentForm } from "./comment-form.tsx";
import { commentPlaces } from "./comment-plugin.ts";
import { newThread } from "./comment-store.ts";
import type { Comments } from "./use-comments.ts";
import { useEditorValue } from "../page/use-editor-value.ts";

type CommentListProps = {
  editor: Editor;
  comments: Comments;
  onAskAgent: ((thread: CommentThread) => void) | null;
};

export function CommentList({ editor, comments, onAskAgent }: CommentListProps) {
  const { store, state, begin, go, step } = comments;
  const [showsResolved, setShowsResolved] = useState(false);
  const places = usePlaces(editor);
  const threads = inOrder(state.threads ?? [], places);
  const [open, resolved] = [threads.filter((one) => !one.isResolved), threads.filter((one) => one.isResolved)];
  const shown = showsResolved ? resolved : open;
  if (state.threads === null) {
    if (state.problem === null) return <p className="px-5 py-6 text-ink-soft">Loading comments…</p>;
    return (
      <div className="px-5 py-6">
        <p className="text-ink-soft">{state.problem}</p>
        <Button className="mt-3" onClick={() => void store.load()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3 px-3 py-3">
      <div className="flex items-center gap-1 px-1">
        <Choice label={`Open ${open.length}`} isOn={!showsResolved} onClick={() => setShowsResolved(false)} />
        <Choice label={`Resolved ${resolved.length}`} isOn={showsResolved} onClick={() => setShowsResolved(true)} />
        <span className="flex-1" />
        <IconButton label="Previous comment" size="small" icon={<ChevronUp />} onClick={() => step(-1)} />
        <IconButton label="Next comment" size="small" icon={<ChevronDown />} onClick={() => step(1)} />
        <IconButton label="Comment on the selection" size="small" icon={<MessageSquarePlus />} onClick={begin} />
      </div>
      <BegunComment comments={comments} showsWords />
      {shown.length === 0 && state.begun === null && (
        <p className="px-1 py-3 text-ink-soft text-pretty">
          {showsResolved ? "No resolved comments." : "No open comments. Select words in the text to comment on them."}
        </p>
      )}
      {shown.map((thread) => (
        <CommentCard
          key={thread.id}
          store={store}
          thread={thread}
          isActive={state.active === thread.id}
          isLost={places.get(thread.id)?.isLost ?? thread.anchor.place === null}
          onPick={() => go(thread.id)}
          {...(onAskAgent && { onAskAgent: () => onAskAgent(thread) })}
        />
      ))}
    </div>
  );
}

function Choice({ label, isOn, onClick }: { label: string; isOn: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={`rounded-md px-2 py-1 text-xs touch-target tabular-nums ${isOn ? "bg-wash-strong text-ink" : "text-ink-soft hover:bg-wash hover:text-ink"}`}
    >
      {label}
    </button>
  );
}

/** The comment being written. */
export function BegunComment({ comments: { store, state }, showsWords = false }: { comments: Comments; showsWords?: boolean }) {
  const { begun } = state;
  if (begun === null) return null;
  return (
    <div
      role="group"
      aria-label="New comment"
      data-thread={newThread}
      className="rounded-xl border border-blue/60 bg-raised p-3 shadow-panel"
    >
      {showsWords && (
        <q dir="auto" className="mb-2 line-clamp-2 block font-serif text-ink-soft">
          {truncate(begun.quote, 160)}
        </q>
      )}
      <CommentForm
        key={`${begun.place?.start} ${begun.quote}`}
        label="Comment"
        placeholder="Write a comment"
        action="Comment"
        keptAs={`comment.new.${store.draftId}`}
        takesFocus
        onSend={(text) => store.sendBegun(text, begun)}
        onCancel={() => store.drop()}
      />
    </div>
  );
}

export type Places = ReadonlyMap<string, { pos: number; isLost: boolean }>;

/** Where threads are in the text. Re-rendered when their order changes, or when one is lost or found. */
export function usePlaces(editor: Editor): Places {
  useEditorValue(editor, ({ state }) =>
    commentPlaces(state)
      .map(({ id, isLost }) => `${id}${isLost}`)
      .join(),
  );
  return new Map(commentPlaces(editor.state).map((one) => [one.id, one]));
}

export function inOrder(threads: readonly CommentThread[], places: Places): CommentThread[] {
  const at = ({ id }: CommentThread) => places.get(id)?.pos ?? 0;
  return threads.toSorted((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1));
}
