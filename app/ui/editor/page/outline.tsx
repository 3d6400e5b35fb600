/* The headings and first-level clauses of the text. A click scrolls there. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import { clauseNumbers } from "#core/clauses/clause-numbers.ts";
import { ownText } from "#core/clauses/references.ts";
import { truncate } from "#core/sources/source.ts";
import { scrollTo } from "../find/find-plugin.ts";

type Line = { pos: number; depth: number; text: string };

const pauseMs = 300;
const clauseLevels = 2;

export function Outline({ editor }: { editor: Editor }) {
  const [lines, setLines] = useState(() => outlineOf(editor.state.doc));
  useEffect(() => {
    let timer = 0;
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setLines(outlineOf(editor.state.doc)), pauseMs);
    };
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
    };
  }, [editor]);
  function go(pos: number) {
    editor.commands.setTextSelection(pos + 1);
    editor.view.focus();
    scrollTo(editor.view, pos + 1);
  }
  if (lines.length === 0) return <p className="px-5 py-6 text-ink-soft">Headings and clauses appear here as you write them.</p>;
  return (
    <nav aria-label="Outline" className="p-2">
      <ul>
        {lines.map((line) => (
          <li key={line.pos}>
            <button
              type="button"
              dir="auto"
              className="w-full rounded-lg py-1.5 pr-2 text-start text-ink-soft touch-target hover:bg-wash hover:text-ink"
              style={{ paddingLeft: `${0.75 + line.depth * 0.875}rem` }}
              onClick={() => go(line.pos)}
            >
              {line.text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function outlineOf(document: Node): Line[] {
  const numbers = new Map(clauseNumbers(document).map((clause) => [clause.pos, clause]));
  const lines: Line[] = [];
  let under = 0;
  document.descendants((node, pos, parent) => {
    const clause = numbers.get(pos);
    if (clause) {
      if (clause.level <= clauseLevels)
        lines.push({
          pos: pos + 1,
          depth: under + clause.level - 1,
          text: `${clause.label} ${truncate(ownText(node.firstChild!), 60)}`,
        });
      return clause.level < clauseLevels;
    }
    if (node.type.name === "heading" && ownText(node) !== "" && parent === document) {
      const level = Number(node.attrs["level"]);
      under = level;
      lines.push({ pos, depth: level - 1, text: truncate(ownText(node), 70) });
    }
    return !node.isTextblock;
  });
  return lines;
}
