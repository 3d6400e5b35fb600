/*
 * Beside underlined words: the problem, suggested corrections, and two ways to
 * dismiss it. Nothing changes until one is clicked.
 */
import type { Editor } from "@tiptap/core";
import { BookPlus, EyeOff } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useAction } from "../../palette/actions.ts";
import { Button } from "../../kit/button.tsx";
import { addToDictionary, ignoreFinding } from "./prose-memory.ts";
import { proseAt } from "./prose-plugin.ts";
import type { PressedFinding, Prose } from "./use-prose.ts";

const mostSuggestions = 4;

type ProseCardProps = { editor: Editor; draftId: string; prose: Prose };

export function ProseCard({ editor, draftId, prose: { state, pressed, press } }: ProseCardProps) {
  useAction({
    id: "draft.spelling",
    title: "Show the spelling or grammar issue",
    group: "Draft",
    shortcut: "mod+alt+g",
    inRichText: true,
    run: () => {
      const placed = proseAt(editor.state, editor.state.selection.from);
      press(placed && { ...placed, takesFocus: true });
    },
    when: () => "found" in state && proseAt(editor.state, editor.state.selection.from) !== null,
  });
  if (!pressed) return null;
  return <Card key={pressed.from} editor={editor} draftId={draftId} placed={pressed} onClose={() => press(null)} />;
}

type CardProps = { editor: Editor; draftId: string; placed: PressedFinding; onClose: () => void };

function Card({ editor, draftId, placed, onClose }: CardProps) {
  const card = usePlacedBeside(editor, placed);
  const { finding, from, to } = placed;
  const suggestions = [...new Set(finding.suggestions)].filter((one) => one !== finding.original).slice(0, mostSuggestions);
  useCloseOutside(editor, card, onClose);
  function leave() {
    onClose();
    editor.view.focus();
  }
  function replace(words: string) {
    const marks = editor.state.doc.resolve(from).nodeAfter?.marks ?? [];
    const { tr, schema } = editor.state;
    if (words === "") tr.delete(from, to);
    else tr.replaceWith(from, to, schema.text(words, marks));
    editor.view.dispatch(tr);
    leave();
  }
  return (
    <div
      ref={card}
      role="dialog"
      aria-label="Spelling and grammar"
      className="fixed z-30 w-72 max-w-[calc(100vw-1rem)] rounded-xl border border-rule bg-raised p-3 shadow-panel"
      onKeyDown={(event) => event.key === "Escape" && leave()}
    >
      <p className="text-sm">{finding.reason}</p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {suggestions.map((one) => (
          <Button key={one} size="small" onClick={() => replace(one)}>
            {one === "" ? "Delete" : one}
          </Button>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap gap-1 border-t border-rule pt-2">
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            ignoreFinding(draftId, finding);
            leave();
          }}
        >
          <EyeOff /> Ignore
        </Button>
        {finding.kind === "spelling" && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              addToDictionary(draftId, finding.original);
              leave();
            }}
          >
            <BookPlus /> Add to dictionary
          </Button>
        )}
      </div>
    </div>
  );
}

/** On a text change or a click elsewhere. */
function useCloseOutside(editor: Editor, card: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const down = (event: PointerEvent) => {
      if (!card.current?.contains(event.target as globalThis.Node)) onClose();
    };
    const escape = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("pointerdown", down);
    document.addEventListener("keydown", escape);
    editor.on("update", onClose);
    return () => {
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("keydown", escape);
      editor.off("update", onClose);
    };
  }, [editor, card, onClose]);
}

/** Below the words, or above them if there is no room, and scrolling with the text. */
function usePlacedBeside(editor: Editor, { from, to, takesFocus }: PressedFinding) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scroller = editor.view.dom.closest("[data-draft-scroll]");
    function place() {
      if (to > editor.state.doc.content.size) return;
      const [start, end] = [editor.view.coordsAtPos(from), editor.view.coordsAtPos(to)];
      const { style, offsetWidth, offsetHeight } = card.current!;
      style.left = `${Math.max(8, Math.min(start.left, innerWidth - offsetWidth - 8))}px`;
      const below = end.bottom + 6;
      style.top = `${below + offsetHeight < innerHeight - 8 ? below : Math.max(8, start.top - offsetHeight - 6)}px`;
    }
    place();
    // A reader who clicked a word may want to type in it.
    if (takesFocus) card.current!.querySelector("button")?.focus({ preventScroll: true });
    scroller?.addEventListener("scroll", place, { passive: true });
    window.addEventListener("resize", place);
    return () => {
      scroller?.removeEventListener("scroll", place);
      window.removeEventListener("resize", place);
    };
  }, [editor, from, to, takesFocus]);
  return card;
}
