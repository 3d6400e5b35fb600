/*
 * Proposed changes, one card for each consecutive run: deletions are struck
 * through, insertions underlined, and nothing happens before Apply. While the JSON
 * streams in nothing is shown; JSON that cannot be parsed shows why.
 */
import { useMemo } from "react";
import { unreadableWords } from "#core/changes/repair-question.ts";
import type { ShownBlock } from "../answer.ts";
import type { LiveText } from "../live-text.ts";
import { useChatTools } from "../chat-context.ts";
import { useReadOnly } from "../use-chat.ts";
import { AskToRepair, RepairMisplaced } from "./ask-to-repair.tsx";
import { late } from "../../kit/late.ts";
import { ChangeGroup } from "./change-group.tsx";
import { DraftElsewhere } from "./draft-elsewhere.tsx";
import { ChangedText } from "./changed-text.tsx";
import { PlainText } from "./plain-text.tsx";
import { usePatches } from "./use-patches.ts";

export { movedNotes } from "./chat-text-changes.ts";

const UnsavedNote = late(() => import("../draft/draft-tools.tsx")).part("UnsavedNote");

export type PatchBlocks = readonly Extract<ShownBlock, { kind: "patch" }>[];

/** Of many identical changes, the first few are shown with their positions. */
const previewed = 3;

export function PatchBlock({ blocks, messageId }: { blocks: PatchBlocks; messageId: string }) {
  const isComing = blocks.some(({ reading }) => reading === undefined);
  return (
    <>
      {blocks.some(({ reading }) => reading !== undefined) && <Changes blocks={blocks} messageId={messageId} />}
      {isComing && (
        <p
          className="changes-card my-4 rounded-xl border border-rule bg-raised px-4 py-2.5 font-sans text-sm text-ink-soft"
          aria-label="Changes"
          data-patch="incomplete"
        >
          <span className="thinking-shimmer">Changing...</span>
        </p>
      )}
    </>
  );
}

function Changes({ blocks, messageId }: { blocks: PatchBlocks; messageId: string }) {
  const lists = useMemo(
    () => blocks.flatMap(({ key, reading }) => (reading?.patches.length ? [{ block: key, patches: reading.patches }] : [])),
    [blocks],
  );
  const changes = usePatches(messageId, lists);
  const isReadOnly = useReadOnly(useChatTools().store);
  const { items, unsaved } = changes;
  const isCutOff = blocks.some(({ reading, open }) => reading !== undefined && open);
  const repaired = [...new Set(blocks.flatMap(({ reading }) => reading?.repaired ?? []))];
  const isAlike = items.length > 1 && items.every(({ isExpanded }) => isExpanded);
  return (
    <section
      aria-label="Changes"
      data-patch="complete"
      className="changes-card my-4 overflow-hidden rounded-xl border border-rule bg-raised font-sans text-sm"
    >
      {items.length > 0 && (
        <ChangeGroup
          changes={changes}
          title={
            <>
              {titleOf(items.length, changes.subject)}
              {isCutOff && <span className="ml-2 text-xs font-normal text-warn">cut off</span>}
            </>
          }
          isReadOnly={isReadOnly || changes.draft !== null}
          canDecide={!isReadOnly && changes.draft === null}
          preview={isAlike ? previewed : items.length}
          onRevert={changes.revert}
          onUndoAll={isReadOnly || changes.draft !== null ? null : changes.revertAll}
        />
      )}
      {unsaved.length > 0 && <UnsavedNote names={unsaved} className="border-t border-rule px-4 py-2.5" />}
      {changes.draft && <DraftElsewhere draft={changes.draft} />}
      <RepairMisplaced changes={changes} messageId={messageId} />
      {changes.result && <ChangedText kind={changes.result.kind} text={changes.result.text} />}
      {blocks.map(
        ({ key, reading, text }) =>
          reading &&
          reading.problems.length > 0 && (
            <Unreadable key={key} problems={reading.problems} text={text} isAll={items.length === 0} />
          ),
      )}
      {repaired.length > 0 && (
        <p className="border-t border-rule px-4 py-2 text-xs text-ink-faint">Repaired while reading: {repaired.join(", ")}.</p>
      )}
    </section>
  );
}

function titleOf(count: number, subject: string | null): string {
  if (subject === null) return count === 1 ? "Changes" : `${count} changes`;
  return `${count === 1 ? "1 change" : `${count} changes`} to ${subject}`;
}

function Unreadable({ problems, text, isAll }: { problems: string[]; text: LiveText; isAll: boolean }) {
  const sentences = useMemo(() => [...new Set(problems)], [problems]);
  return (
    <div className={`px-4 py-3 ${isAll ? "" : "border-t border-rule"}`} data-patch="unreadable">
      {sentences.map((problem) => (
        <p key={problem} className="text-warn">
          {problem}
        </p>
      ))}
      <AskToRepair words={() => unreadableWords(sentences)} className="mt-2" />
      <details className="mt-2 text-xs text-ink-soft">
        <summary className="py-1">What the model wrote</summary>
        <PlainText
          as="pre"
          text={text}
          className="scroll-thin mt-1 max-h-64 overflow-auto rounded-lg bg-desk px-2.5 py-2 font-mono leading-5"
        />
      </details>
    </div>
  );
}
