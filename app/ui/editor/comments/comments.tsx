/* What the list of comments and the margin have in common. */
import type { Editor } from "@tiptap/core";
import type { CommentThread } from "#core/comments/comment.ts";
import { truncate } from "#core/sources/source.ts";
import { CommentForm } from "./comment-form.tsx";
import { commentPlaces } from "./comment-plugin.ts";
import { newThread } from "./comment-store.ts";
import type { Comments } from "./use-comments.ts";
import { useEditorValue } from "../page/use-editor-value.ts";

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
