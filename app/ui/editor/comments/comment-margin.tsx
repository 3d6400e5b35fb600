/*
 * Open comments beside the words they are about, if the window is wide enough. Each
 * is level with its words; where two would overlap the lower one moves down, except
 * that the active one keeps its position.
 */
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import type { CommentThread } from "#core/comments/comment.ts";
import { CommentCard } from "./comment-card.tsx";
import { commentPlaces } from "./comment-plugin.ts";
import { newThread } from "./comment-store.ts";
import { BegunComment, inOrder, usePlaces } from "./comments.tsx";
import type { Comments } from "./use-comments.ts";

type CommentMarginProps = {
  editor: Editor | null;
  comments: Comments;
  /** False while the same threads are listed elsewhere. */
  isShown: boolean;
  /** Page view: a sheet of paper is wider than the column. */
  isPaged: boolean;
  onAskAgent: ((thread: CommentThread) => void) | null;
  children: ReactNode;
};

/** The page, with a margin once there are comments to show. */
export function WithCommentMargin({ editor, comments, isShown, isPaged, onAskAgent, children }: CommentMarginProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const hasRoom = isPaged ? room === "sheet" : room !== "none";
  const { threads, begun } = comments.state;
  const hasMargin = isShown && hasRoom && editor !== null && (begun !== null || threads?.some((one) => !one.isResolved) === true);
  return (
    <div ref={box} className="flex justify-center">
      <div className={hasMargin ? "w-full max-w-[var(--sheet-width,46rem)] min-w-0" : "w-full min-w-0"}>{children}</div>
      {hasMargin && <Margin editor={editor} comments={comments} onAskAgent={onAskAgent} />}
    </div>
  );
}

/** The page's column plus the margin, in pixels. */
const widthNeeded = 1024;

/** The same with a sheet instead of the column. */
const widthOfSheet = 1136;

type Room = "none" | "column" | "sheet";

function useRoom(box: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>("none");
  useEffect(() => {
    if (!box.current) return;
    const sizes = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      setRoom(width >= widthOfSheet ? "sheet" : width >= widthNeeded ? "column" : "none");
    });
    sizes.observe(box.current);
    return () => sizes.disconnect();
  }, [box]);
  return room;
}

/** Whether threads fit beside the text. */
export function hasCommentMargin(): boolean {
  const page = document.querySelector("[data-draft-scroll]");
  return (page?.clientWidth ?? 0) >= (page?.hasAttribute("data-paged") ? widthOfSheet : widthNeeded);
}

type MarginProps = Pick<CommentMarginProps, "comments" | "onAskAgent"> & { editor: Editor };

function Margin({ editor, comments, onAskAgent }: MarginProps) {
  const { store, state, go } = comments;
  const margin = useRef<HTMLElement>(null);
  const places = usePlaces(editor);
  const open = inOrder(state.threads?.filter((one) => !one.isResolved) ?? [], places);
  useArranged(editor, margin, state.active);
  return (
    <aside ref={margin} aria-label="Comments beside the text" data-comment-margin="" className="relative w-72 shrink-0">
      <div className="absolute inset-x-0 top-0 mr-4 opacity-0" data-card={newThread}>
        <BegunComment comments={comments} />
      </div>
      {open.map((thread) => (
        <div key={thread.id} className="absolute inset-x-0 top-0 mr-4 opacity-0" data-card={thread.id}>
          <CommentCard
            store={store}
            thread={thread}
            isActive={state.active === thread.id}
            isLost={places.get(thread.id)?.isLost ?? thread.anchor.place === null}
            onPick={() => go(thread.id)}
            {...(onAskAgent && { onAskAgent: () => onAskAgent(thread) })}
          />
        </div>
      ))}
    </aside>
  );
}

const gap = 10;

function useArranged(editor: Editor, margin: RefObject<HTMLElement | null>, active: string | null): void {
  const arrange = useEffectEvent(() => {
    if (margin.current) arrangeCards(editor, margin.current, active);
  });
  // On every render, which is rare: threads were added or removed, or another became active.
  useLayoutEffect(() => arrange());
  useEffect(() => {
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => arrange());
    };
    const changed = ({ transaction }: { transaction: { docChanged: boolean } }) => transaction.docChanged && later();
    // Cards grow as replies are typed, and the text reflows with the window.
    const sizes = new ResizeObserver(later);
    for (const card of margin.current?.querySelectorAll("[data-card]") ?? []) sizes.observe(card);
    sizes.observe(editor.view.dom);
    editor.on("transaction", changed);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      editor.off("transaction", changed);
    };
  });
}

function arrangeCards(editor: Editor, margin: HTMLElement, active: string | null): void {
  const origin = margin.getBoundingClientRect().top;
  const cards = commentPlaces(editor.state).flatMap(({ id, pos }) => {
    const element = margin.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    return element && element.offsetHeight > 0
      ? [{ id, element, height: element.offsetHeight, wanted: heightOf(editor, pos) - origin, top: 0 }]
      : [];
  });
  let floor = 0;
  for (const card of cards) {
    card.top = Math.max(card.wanted, floor);
    floor = card.top + card.height + gap;
  }
  const at = cards.findIndex(({ id }) => id === active);
  if (at >= 0) {
    cards[at]!.top = Math.max(0, cards[at]!.wanted);
    // Cards before it move up, those after it down.
    for (let i = at - 1; i >= 0; i--) cards[i]!.top = Math.min(cards[i]!.top, cards[i + 1]!.top - gap - cards[i]!.height);
    for (let i = at + 1; i < cards.length; i++)
      cards[i]!.top = Math.max(cards[i]!.wanted, cards[i - 1]!.top + cards[i - 1]!.height + gap);
  }
  for (const { element, top } of cards) {
    element.style.transform = `translateY(${Math.round(top)}px)`;
    element.style.opacity = "1";
  }
  margin.style.minHeight = `${Math.max(0, ...cards.map(({ top, height }) => top + height)) + 24}px`;
}

/**
 * Only the part of a long document near the viewport is laid out: far away, the
 * block's own position is close enough.
 */
function heightOf(editor: Editor, pos: number): number {
  const { doc } = editor.state;
  const inside = Math.min(Math.max(pos, 0), doc.content.size);
  const block = editor.view.nodeDOM(doc.resolve(inside).depth > 0 ? doc.resolve(inside).before(1) : inside);
  if (block instanceof HTMLElement) {
    const { top, bottom } = block.getBoundingClientRect();
    if (bottom < -innerHeight || top > 2 * innerHeight) return top;
  }
  return editor.view.coordsAtPos(inside).top;
}
