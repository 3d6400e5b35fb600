/* All comments of a draft in document order, open or resolved. */
import type { Editor } from "@tiptap/core";
import { ChevronDown, ChevronUp, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import type { CommentThread } from "#core/comments/comment.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { CommentCard } from "./comment-card.tsx";
import { BegunComment, inOrder, usePlaces } from "./comments.tsx";
import type { Comments } from "./use-comments.ts";

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
