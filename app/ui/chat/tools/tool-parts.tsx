/* One view for each kind of part. A new kind without a view does not compile. */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import type { ComponentType } from "react";
import { DiffMark } from "../../kit/diff-mark.tsx";
import { MarkdownText } from "../blocks/markdown-text.tsx";
import type { ShownFinding, ToolPart } from "./shown-report.ts";
import { WebResults } from "./web-results.tsx";

type PartOf<K extends ToolPart["kind"]> = Extract<ToolPart, { kind: K }>;
type Views = { [K in ToolPart["kind"]]: ComponentType<{ part: PartOf<K> }> };

const views: Views = {
  passages: ({ part }) => (
    <ul className="space-y-3">
      {part.passages.map(({ text, place, note }, i) => (
        <li key={i}>
          <blockquote
            dir="auto"
            className="border-l-2 border-rule-strong pl-3 font-serif text-base break-words whitespace-pre-wrap"
          >
            {text}
          </blockquote>
          {place !== "" && <p className="mt-1 pl-3.5 text-xs break-words text-ink-faint">{place}</p>}
          {note !== "" && <p className="mt-0.5 pl-3.5 text-xs text-warn">{note}</p>}
        </li>
      ))}
    </ul>
  ),
  pages: ({ part }) => <WebResults results={part.pages} />,
  findings: ({ part }) => (
    <ul className="space-y-2">
      {part.findings.map((finding, i) => (
        <Finding key={i} finding={finding} />
      ))}
    </ul>
  ),
  figures: ({ part }) => (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4 gap-y-2">
      {part.figures.map(({ name, value, meaning }) => (
        <div key={name}>
          <dt className="text-xs text-ink-faint">{name}</dt>
          <dd className="tabular-nums">
            {value}
            {meaning !== "" && <span className="text-ink-soft"> · {meaning}</span>}
          </dd>
        </div>
      ))}
    </dl>
  ),
  changes: ({ part }) => (
    <ul className="space-y-2.5">
      {part.changes.map(({ original, replacement, summary }, i) => (
        <li key={i}>
          <p dir="auto" className="font-serif text-base break-words whitespace-pre-wrap">
            <DiffMark kind="removed" text={original} />
            <DiffMark kind="added" text={replacement} />
          </p>
          {summary !== "" && <p className="text-xs break-words text-ink-soft">{summary}</p>}
        </li>
      ))}
    </ul>
  ),
  text: ({ part }) => (
    <p dir="auto" className="font-serif text-base break-words whitespace-pre-wrap">
      {part.text}
    </p>
  ),
  markdown: ({ part }) => (
    <div className="answer font-serif text-base">
      <MarkdownText text={part.text} />
    </div>
  ),
  notes: ({ part }) => (
    <ul className="space-y-1 text-ink-soft">
      {part.notes.map((note) => (
        <li key={note} className="break-words">
          {note}
        </li>
      ))}
    </ul>
  ),
};

export function ToolParts({ parts }: { parts: readonly ToolPart[] }) {
  if (parts.length === 0) return null;
  return (
    <div className="scroll-thin max-h-96 space-y-4 overflow-y-auto px-3 py-3" tabIndex={0} role="group" aria-label="Outcome">
      {parts.map((part, i) => (
        <div key={i} data-part={part.kind}>
          <h3 className="group-label mb-1.5 break-words">{part.label}</h3>
          <PartView part={part} />
        </div>
      ))}
    </div>
  );
}

function PartView({ part }: { part: ToolPart }) {
  // The map above is checked kind by kind; the cast only reunites a pair that always matches.
  const Shown = views[part.kind] as ComponentType<{ part: ToolPart }>;
  return <Shown part={part} />;
}

function Finding({ finding: { text, reason, line } }: { finding: ShownFinding }) {
  return (
    <li>
      <p dir="auto" className="font-serif text-base break-words">
        {text}
      </p>
      <p className="text-xs break-words text-ink-soft">
        {reason}
        {line !== null && (
          <span className="text-ink-faint">
            {reason !== "" && " · "}Line {line.toLocaleString("en")}
          </span>
        )}
      </p>
    </li>
  );
}
