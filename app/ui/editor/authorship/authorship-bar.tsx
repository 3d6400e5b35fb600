/*
 * Shown above the text in the authorship view: the legend of the tints, each one's
 * share of the text, and the origin of the words at the caret. Words under the
 * pointer get the same details beside them.
 */
import type { Editor } from "@tiptap/core";
import { FileText, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { OriginKind } from "#core/authorship/authorship.ts";
import { authorshipReport, kindOrder, shareOf } from "#core/authorship/authorship-report.ts";
import { kindWords, originWords } from "#core/authorship/origin-words.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { authorshipOverlay, originAtCaret, originUnder } from "./authorship-overlay.ts";
import { currentRuns } from "./authorship-plugin.ts";
import { useEditorValue } from "../page/use-editor-value.ts";

type AuthorshipBarProps = { editor: Editor; onReport: () => void; onClose: () => void };

export function AuthorshipBar({ editor, onReport, onClose }: AuthorshipBarProps) {
  useEffect(() => {
    const plugin = authorshipOverlay();
    editor.registerPlugin(plugin);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor]);
  const caret = useEditorValue(editor, ({ state }) => originWords(originAtCaret(state)));
  const shares = useShares(editor);
  return (
    <section
      aria-label="Authorship"
      className="focus-away flex items-center gap-x-4 gap-y-1 border-b border-rule bg-desk px-4 py-1.5 max-sm:flex-wrap"
    >
      <ul
        className="flex gap-x-3.5 overflow-x-auto py-0.5 text-xs text-ink-soft [scrollbar-width:none] max-sm:w-full"
        tabIndex={0}
        aria-label="What the colors mean"
      >
        {kindOrder
          .filter((kind) => shares.has(kind))
          .map((kind) => (
            <li key={kind} className="flex items-baseline gap-1.5 whitespace-nowrap">
              <span className={`by by-${kind} px-1 font-serif`} aria-hidden="true">
                ab
              </span>
              {kindWords[kind]} <span className="text-ink-faint tabular-nums">{shares.get(kind)}</span>
            </li>
          ))}
      </ul>
      <p className="min-w-0 flex-1 truncate text-xs text-ink max-sm:basis-0" data-at-caret="" title={caret}>
        <span className="text-ink-faint">At the caret: </span>
        {caret}
      </p>
      <div className="ml-auto flex items-center gap-1">
        <Button size="small" variant="quiet" onClick={onReport}>
          <FileText />
          Report
        </Button>
        <IconButton label="Hide authorship" size="small" icon={<X />} onClick={onClose} />
      </div>
      <UnderPointer editor={editor} />
    </section>
  );
}

const pauseMs = 500;
const countedSize = 200_000;

/** In percent of the words, counted when the writer pauses. */
function useShares(editor: Editor): ReadonlyMap<OriginKind, string> {
  const [shares, setShares] = useState(() => sharesOf(editor));
  useEffect(() => {
    let timer = 0;
    const later = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (!transaction.docChanged) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => setShares(sharesOf(editor)), pauseMs);
    };
    editor.on("transaction", later);
    return () => {
      clearTimeout(timer);
      editor.off("transaction", later);
    };
  }, [editor]);
  return shares;
}

function sharesOf({ state }: Editor): ReadonlyMap<OriginKind, string> {
  const sums = new Map<OriginKind, number>();
  const add = (kind: OriginKind, count: number) => void sums.set(kind, (sums.get(kind) ?? 0) + count);
  const { size } = state.doc.content;
  // Counting words takes time proportional to the text, so long texts are measured in characters.
  if (size > countedSize) for (const { length, origin } of currentRuns(state)) add(origin.kind, length);
  else for (const part of authorshipReport(state.doc, currentRuns(state)).parts) add(part.kind, part.words);
  const words = [...sums.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...sums].map(([kind, count]) => [kind, shareOf(count, words)]));
}

function UnderPointer({ editor }: { editor: Editor }) {
  const [shown, setShown] = useState<{ words: string; left: number; top: number } | null>(null);
  useEffect(() => {
    const { view } = editor;
    function move(event: PointerEvent) {
      const found = event.pointerType === "mouse" && event.buttons === 0 ? originUnder(view, event.target) : null;
      if (!found) return setShown(null);
      const box = [...found.element.getClientRects()].find(({ top, bottom }) => event.clientY >= top && event.clientY <= bottom);
      const { bottom } = box ?? found.element.getBoundingClientRect();
      setShown({ words: originWords(found.origin), left: Math.round(event.clientX / 8) * 8, top: bottom });
    }
    const leave = () => setShown(null);
    view.dom.addEventListener("pointermove", move);
    view.dom.addEventListener("pointerleave", leave);
    view.dom.addEventListener("keydown", leave);
    return () => {
      view.dom.removeEventListener("pointermove", move);
      view.dom.removeEventListener("pointerleave", leave);
      view.dom.removeEventListener("keydown", leave);
    };
  }, [editor]);
  if (shown === null) return null;
  return (
    <p
      role="tooltip"
      className="pointer-events-none fixed z-40 max-w-80 -translate-x-1/2 rounded-lg border border-rule bg-raised px-2.5 py-1.5 text-xs text-ink shadow-panel"
      style={{ left: Math.min(Math.max(shown.left, 172), innerWidth - 172), top: shown.top + 6 }}
    >
      {shown.words}
    </p>
  );
}
