/* The details of an import: its progress, what the file contains, the result, and what was left out. */
import { staysBehind, things as thingKinds, type Thing, type ThingCounts } from "#core/archive/things.ts";
import { leftOutParts, sourceNames, type DocumentSource, type ImportSource } from "#core/import/import-sources.ts";
import type { PartsLeftOut } from "#core/import/imported-chat.ts";
import {
  countNew,
  countOf,
  type FoundInExport,
  type ImportResult,
  type ImportState,
  type LeftOutList,
} from "#core/import/import-state.ts";

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const numbers = new Intl.NumberFormat("en-GB");

export function ImportDetails({ one }: { one: ImportState }) {
  const { status, isPaused, progress, found, result, problem } = one;
  const left = result ?? found;
  const isArchive = found !== null && Object.keys(found.things).length > 0;
  return (
    <div className="mt-1.5 space-y-2 text-ink-soft">
      {status === "reading" && <ProgressLine label={isPaused ? "Paused, reading the file" : "Reading the file"} share={progress} />}
      {status === "importing" && <ProgressLine label={isPaused ? "Paused, importing" : "Importing"} share={progress} />}
      {status === "failed" && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {status === "ready" && found !== null && <Found found={found} />}
      {status === "undone" && <p>Undone. You can import the file again.</p>}
      {result !== null && (status === "done" || status === "failed") && (
        <Result result={result} isOfDocuments={found !== null && isOfDocuments(found)} isArchive={isArchive} />
      )}
      {isArchive && (status === "ready" || status === "done") && <StaysBehind isDone={status === "done"} />}
      {left !== null && (status === "ready" || status === "done" || status === "failed") && (
        <LeftOutNotes parts={left.parts} list={left.leftOut} isDone={status !== "ready"} />
      )}
    </div>
  );
}

export function ProgressLine({ label, share }: { label: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <span>
        {label}: {percent} %
      </span>
      <progress aria-label={label} value={percent} max={100} className="h-1.5 min-w-0 flex-1 accent-blue" />
    </div>
  );
}

const isOfDocuments = ({ documents }: FoundInExport) => Object.keys(documents).length > 0;

type ResultProps = { result: ImportResult; isOfDocuments: boolean; isArchive: boolean };

function Result({ result, isOfDocuments: isDocuments, isArchive }: ResultProps) {
  if (isArchive) return <Restored result={result} />;
  const { chats, documents, known } = result;
  const beside = listOf([
    ...(isDocuments ? [] : [counted(result.messages, "message")]),
    ...(result.pictures > 0 ? [counted(result.pictures, "picture")] : []),
    ...(result.files > 0 ? [counted(result.files, "file")] : []),
  ]);
  const into = documents > 0 && ` into ${counted(result.projects, "project")}`;
  return (
    <p>
      Imported {isDocuments ? counted(documents, "document") : counted(chats, "chat")}
      {into}
      {beside !== "" && ` with ${beside}`}.
      {known > 0 && ` ${counted(known, isDocuments ? "document" : "chat")} had already been imported.`}
    </p>
  );
}

function Restored({ result: { things, known } }: { result: ImportResult }) {
  const brought = listOfThings(things);
  return (
    <p>
      {brought === "" ? "Nothing new was imported." : `Imported ${brought}.`}
      {known > 0 && ` ${counted(known, "item")} ${known === 1 ? "was" : "were"} already here.`}
    </p>
  );
}

const thingNouns: Record<Thing, string> = {
  projects: "project",
  drafts: "draft",
  chats: "chat",
  files: "file",
  templates: "library item",
  contacts: "contact",
  "conflict-checks": "conflict check",
  reviews: "review",
  research: "research question",
  collections: "collection",
  "workflow-runs": "workflow run",
  "workflow-triggers": "workflow trigger",
  dictionary: "dictionary word",
  style: "writing style",
};

function listOfThings(things: ThingCounts): string {
  return listOf(thingKinds.flatMap((kind) => ((things[kind] ?? 0) > 0 ? [counted(things[kind]!, thingNouns[kind])] : [])));
}

/** What no archive brings, so that it isn’t missed later. */
function StaysBehind({ isDone }: { isDone: boolean }) {
  return (
    <details>
      <summary className="py-1 hover:text-ink">
        What {isDone ? "an archive doesn’t bring" : "won’t be imported from an archive"}
      </summary>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {staysBehind.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>Triggers of workflows arrive paused.</li>
      </ul>
    </details>
  );
}

function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function Found({ found }: { found: FoundInExport }) {
  const [count, fresh, period] = [countOf(found), countNew(found), periodOf(found)];
  if (count === 0) return <p>Nothing in this file can be imported.</p>;
  if (Object.keys(found.things).length > 0) return <FoundInArchive found={found} />;
  const noun = isOfDocuments(found) ? "document" : "chat";
  const sources = Object.keys({ ...found.chats, ...found.documents }).map(
    (one) => sourceNames[one as ImportSource | DocumentSource],
  );
  const beside = [
    ...(found.messages > 0 ? [counted(found.messages, "message")] : []),
    ...(found.branches > 0 ? [counted(found.branches, "other version")] : []),
    ...(found.pictures > 0 ? [counted(found.pictures, "picture")] : []),
    ...(found.files > 0 ? [counted(found.files, "attached file")] : []),
  ].join(", ");
  return (
    <>
      <p>
        {counted(count, noun)} from {listOf(sources)}
        {period !== null && `, ${period}`}
        {beside !== "" && `: ${beside}`}.
      </p>
      {found.known > 0 && (
        <p>
          {fresh === 0
            ? "You’ve already imported all of them."
            : `${counted(found.known, noun)} ${found.known === 1 ? "was" : "were"} already imported; ${numbers.format(fresh)} ${fresh === 1 ? "is" : "are"} new.`}
        </p>
      )}
    </>
  );
}

function FoundInArchive({ found }: { found: FoundInExport }) {
  const fresh = countNew(found);
  return (
    <>
      <p>Your archive from Stet: {listOfThings(found.things)}.</p>
      {found.known > 0 && (
        <p>
          {fresh === 0
            ? "Everything in it is already here."
            : `${counted(found.known, "item")} ${found.known === 1 ? "is" : "are"} already here; ${numbers.format(fresh)} ${fresh === 1 ? "is" : "are"} new.`}
        </p>
      )}
    </>
  );
}

function periodOf({ from, to }: FoundInExport): string | null {
  if (from === null || to === null) return null;
  const [first, last] = [days.format(new Date(from)), days.format(new Date(to))];
  return first === last ? first : `${first} to ${last}`;
}

const partSentences: Record<(typeof leftOutParts)[number], (count: number) => string> = {
  tool: (count) => `${counted(count, "step")} by tools, such as searches and their results`,
  file: (count) => `${counted(count, "attached file")} missing from the export or that couldn’t be saved`,
  repeated: (count) => `${counted(count, "message")} with a duplicate ID`,
  repaired: (count) => `${counted(count, "link")} between messages that formed a loop`,
  "canvas-edit": (count) => `${counted(count, "edit")} of documents beside a chat`,
  link: (count) => `${counted(count, "link")} to what isn’t in the archive or wasn’t imported; the words were kept`,
  picture: (count) => `${counted(count, "picture")} missing from the archive`,
  property: (count) => `${count === 1 ? "1 property" : `${numbers.format(count)} properties`} of documents, such as tags`,
  html: (count) => `the formatting of ${counted(count, "HTML element")}; the words were kept`,
  audio: (count) => `${counted(count, "recording")}; their transcripts are kept if the export has them`,
};

function LeftOutNotes({ parts, list, isDone }: { parts: PartsLeftOut; list: LeftOutList; isDone: boolean }) {
  const lines = leftOutParts.flatMap((kind) => (parts[kind] === undefined ? [] : [partSentences[kind](parts[kind])]));
  if (lines.length === 0 && list.count === 0) return null;
  const sentences = [...new Set(list.listed.map(({ what, why }) => `“${what}”: ${why}`))];
  const more = list.count - list.listed.length;
  return (
    <details>
      <summary className="py-1 hover:text-ink">
        {isDone ? "What was left out" : "What cannot be imported"} ({numbers.format(lines.length + list.count)})
      </summary>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
        {more > 0 && <li>and {numbers.format(more)} more</li>}
      </ul>
    </details>
  );
}

function counted(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}
