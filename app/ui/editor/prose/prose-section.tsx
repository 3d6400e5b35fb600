/* Spelling and grammar in the checks panel: off by default, English only; each finding links to its words. */
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { Button } from "../../kit/button.tsx";
import { scrollTo } from "../find/find-plugin.ts";
import { setChecksProse } from "./prose-memory.ts";
import type { PlacedFinding } from "./prose-plugin.ts";
import type { Prose } from "./use-prose.ts";

const shownAtFirst = 20;

type ProseSectionProps = { editor: Editor; prose: Prose; onGone: () => void };

export function ProseSection({ editor, prose: { state, press }, onGone }: ProseSectionProps) {
  const [showsAll, setShowsAll] = useState(false);
  const found = "found" in state ? state.found : [];
  const shown = showsAll ? found : found.slice(0, shownAtFirst);
  function go(placed: PlacedFinding) {
    editor.commands.setTextSelection(placed.from);
    editor.view.focus();
    scrollTo(editor.view, placed.from);
    onGone();
    press(placed);
  }
  return (
    <section aria-label="Spelling and grammar" className="border-t border-rule pt-3 pb-2">
      <h3 className="flex justify-between px-5 pb-1 text-xs text-ink-soft">
        Spelling and grammar {found.length > 0 && <span className="tabular-nums">{found.length}</span>}
      </h3>
      <State state={state} />
      <ul className="px-2">
        {shown.map((placed) => (
          <li key={`${placed.from} ${placed.finding.rule}`}>
            <button
              type="button"
              className="block w-full rounded-lg px-3 py-2 text-left touch-target hover:bg-wash"
              onClick={() => go(placed)}
            >
              <Words editor={editor} placed={placed} />
              <span className="mt-0.5 block text-sm">{placed.finding.reason}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="quiet" size="small" className="mx-2.5 mt-1" onClick={() => setShowsAll(true)}>
          {`Show ${found.length - shown.length} more`}
        </Button>
      )}
    </section>
  );
}

function State({ state }: { state: Prose["state"] }) {
  switch (state.kind) {
    case "off":
      return (
        <div className="px-5 pb-2">
          <p className="text-sm text-ink-soft">Checked by rules in this browser. Your text is not sent anywhere.</p>
          <Button size="small" className="mt-2" onClick={() => setChecksProse(true)}>
            Check spelling and grammar
          </Button>
        </div>
      );
    case "unknown":
      return <p className="px-5 pb-2 text-sm text-ink-soft">Grammar is checked in English only; spelling by your browser.</p>;
    case "failed":
      return <p className="px-5 pb-2 text-sm text-ink-soft">Spelling and grammar could not be checked in this browser.</p>;
    case "reading":
      return (
        <p className="px-5 pb-2 text-sm text-ink-soft" role="status">
          {state.left > 1 ? `Checking: ${state.left.toLocaleString("en")} paragraphs left…` : "Checking the text…"}
        </p>
      );
    case "read":
      return state.found.length > 0 ? null : <p className="px-5 pb-2 text-sm text-ink-soft">No issues found.</p>;
  }
}

const besideLength = 28;

function Words({ editor, placed: { from, to, finding } }: { editor: Editor; placed: PlacedFinding }) {
  const { doc } = editor.state;
  // The text may have changed since; it is about to be checked again.
  if (to > doc.content.size) return <span className="block font-serif">{finding.original}</span>;
  const place = doc.resolve(from);
  const { parent, parentOffset } = place;
  const words = (start: number, end: number) =>
    parent.textBetween(Math.max(0, start), Math.min(parent.content.size, end), " ", " ");
  const end = parentOffset + to - from;
  return (
    <span className="block font-serif text-ink-soft">
      {words(parentOffset - besideLength, parentOffset).replace(parentOffset > besideLength ? /^\S*\s/ : "", "")}
      <mark className={finding.kind === "spelling" ? "misspelt-words" : "unidiomatic-words"}>{words(parentOffset, end)}</mark>
      {words(end, end + besideLength).replace(end + besideLength < parent.content.size ? /\s\S*$/ : "", "")}
    </span>
  );
}
