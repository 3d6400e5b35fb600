/*
 * One thread: what it is about, the comments, and the reply field. Comments are
 * shown as literal text, each in the direction of its script.
 */
import { Check, Ellipsis, MessageSquareText, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { dayAndTime } from "#core/text/day-and-time.ts";
import type { Comment, CommentThread } from "#core/comments/comment.ts";
import { truncate } from "#core/sources/source.ts";
import { Avatar } from "../../kit/avatar.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/menu.tsx";
import { CommentForm } from "./comment-form.tsx";
import type { CommentStore } from "./comment-store.ts";

type CommentCardProps = {
  store: CommentStore;
  thread: CommentThread;
  isActive: boolean;
  isLost: boolean;
  onPick: () => void;
  /** Set if there is an assistant to ask. */
  onAskAgent?: () => void;
};

const wordsShown = 120;

export function CommentCard({ store, thread, isActive, isLost, onPick, onAskAgent }: CommentCardProps) {
  const { id, anchor, comments, isResolved, mayResolve } = thread;
  const words = truncate((isLost ? anchor.about : anchor.quote).replaceAll(/\s+/g, " "), wordsShown);
  return (
    <article
      aria-label={`Comment by ${nameOf(comments[0]!)}`}
      data-thread={id}
      data-active={isActive || undefined}
      className={`rounded-xl border bg-raised transition-shadow ${isActive ? "border-blue/60 shadow-panel" : "border-rule"}`}
    >
      <div className="flex items-start gap-1 pt-1.5 pr-1.5 pl-3">
        <button type="button" className="min-w-0 flex-1 rounded-md py-1 text-left touch-target" onClick={onPick}>
          {isLost && words === "" ? (
            <span className="block text-xs text-ink-soft">About the whole draft</span>
          ) : (
            <span className="line-clamp-2 block text-xs text-ink-soft">
              {isLost && "Was about: "}
              <q dir="auto" className="font-serif [unicode-bidi:isolate]">
                {words}
              </q>
            </span>
          )}
        </button>
        {onAskAgent && (
          <IconButton label="Ask the agent about this comment" size="small" icon={<MessageSquareText />} onClick={onAskAgent} />
        )}
        {mayResolve && (
          <IconButton
            label={isResolved ? "Reopen" : "Resolve"}
            size="small"
            icon={isResolved ? <RotateCcw /> : <Check />}
            onClick={() => void store.change(id, id, { isResolved: !isResolved })}
          />
        )}
      </div>
      <ol className="flex flex-col gap-3 px-3 pt-0.5 pb-3">
        {comments.map((comment) => (
          <Said key={comment.id} store={store} threadId={id} comment={comment} />
        ))}
      </ol>
      {!isResolved && isActive && (
        <div className="px-3 pb-3">
          <CommentForm
            label="Reply"
            placeholder="Reply"
            action="Reply"
            keptAs={`comment.${id}`}
            onSend={(text) => store.reply(id, text)}
          />
        </div>
      )}
    </article>
  );
}

export function nameOf({ author }: Pick<Comment, "author">): string {
  return author ?? "Former member";
}

function Said({ store, threadId, comment }: { store: CommentStore; threadId: string; comment: Comment }) {
  const [isEditing, setEditing] = useState(false);
  const { id, isMine, mayDelete, isDeleted, text, createdAt, editedAt } = comment;
  if (isDeleted) return <li className="text-ink-faint italic">This comment was deleted.</li>;
  return (
    <li className="group/said min-w-0">
      <div className="flex items-center gap-2">
        <Avatar name={nameOf(comment)} />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="truncate font-medium [unicode-bidi:isolate]">{nameOf(comment)}</p>
          <p className="text-xs text-ink-faint">
            <time dateTime={createdAt}>{dayAndTime(createdAt)}</time>
            {editedAt !== null && ", edited"}
          </p>
        </div>
        {(isMine || mayDelete) && (
          <Menu trigger={<IconButton label="Edit or delete this comment" size="small" icon={<Ellipsis />} />} align="end">
            {isMine && (
              <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
                Edit
              </MenuItem>
            )}
            <MenuItem icon={<Trash2 />} danger onSelect={() => void store.change(threadId, id, { isDeleted: true })}>
              Delete
            </MenuItem>
          </Menu>
        )}
      </div>
      <div className="mt-1.5">
        {isEditing ? (
          <CommentForm
            label="Edit the comment"
            placeholder="Comment"
            action="Save"
            initial={text}
            takesFocus
            onSend={async (next) => {
              const isDone = await store.change(threadId, id, { text: next });
              if (isDone) setEditing(false);
              return isDone;
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {text}
          </p>
        )}
      </div>
    </li>
  );
}
