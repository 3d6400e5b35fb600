/*
 * The changes of one agent's message, one list however many steps proposed
 * them. They are shown in the open document as they come; here they are counted,
 * taken or turned down together, and gone through from the keyboard.
 */
/* oxlint-disable react/no-array-index-key -- changes are only ever added at the end */
import { ChevronRight, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AgentChange } from "#core/agent.ts";
import { Button } from "../../kit/button.tsx";
import { decideByKey } from "../blocks/change-keys.ts";
import { PatchView } from "../blocks/patch-view.tsx";
import { usePatches } from "../blocks/use-patches.ts";
import { useChatTools } from "../chat-context.ts";
import { useOpenDocument } from "../open-document.ts";
import { useReadOnly } from "../use-chat.ts";
import { countOf } from "./agent-work.ts";
import { tellTakenBack } from "./tell-taken-back.ts";
import { useAgentApplying } from "./use-agent-applying.ts";

type AgentChangesProps = {
  /** Under which what becomes of them is kept. */
  workId: string;
  messageId: string;
  changes: readonly AgentChange[];
  /** They are made as they come, while somebody has the document open. */
  applies: boolean;
  isLive: boolean;
  summary: string;
  model: string;
};

/** So few are shown without being asked for. */
const fewChanges = 3;

export function AgentChanges({ workId, messageId, changes: given, applies, isLive, summary, model }: AgentChangesProps) {
  const proposed = useSameChanges(given);
  const document = useOpenDocument();
  useEffect(() => document?.workAs(workId, { messageId, model, summary }), [document, workId, messageId, model, summary]);
  const changes = usePatches(workId, "agent", proposed);
  const { states, applyTogether } = changes;
  useAgentApplying({ workId, proposed, states, applies, isLive, document, applyTogether });
  const isReadOnly = useReadOnly(useChatTools().store);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const open = states.flatMap(({ kind }, index) => (kind === "open" ? [index] : []));
  const applied = states.filter(({ kind }) => kind === "applied").length;
  const left = open.length;
  const isShown = isOpen ?? proposed.length <= fewChanges;
  const canDecide = !isReadOnly && document !== null && left > 0 && !(applies && isLive);
  return (
    <section aria-label="Changes" className="border-t border-rule" data-patch="complete">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-4">
        <button
          type="button"
          aria-expanded={isShown}
          className="-ml-1.5 flex min-h-8 items-center gap-2 rounded-lg px-1.5 text-left touch-target hover:bg-wash"
          onClick={() => setOpen(!isShown)}
        >
          <ChevronRight
            className={`size-3.5 shrink-0 text-ink-faint transition-transform ${isShown ? "rotate-90" : ""}`}
            aria-hidden="true"
          />
          <span className="font-medium">{capital(countOf(proposed.length, "change"))}</span>
          <span className="text-xs text-ink-faint tabular-nums" role="status">
            {applied > 0 && `${applied} applied`}
            {applied > 0 && left > 0 && ", "}
            {left > 0 && `${left} to decide`}
          </span>
        </button>
        <span className="flex-1" />
        {canDecide && (
          <span className="flex gap-1">
            <Button size="small" onClick={() => applyTogether(open)}>
              {applied > 0 ? `Apply the other ${left}` : "Apply all"}
            </Button>
            <Button size="small" variant="quiet" onClick={changes.rejectAll}>
              {applied > 0 ? "Reject them" : "Reject all"}
            </Button>
          </span>
        )}
        {!isReadOnly && document !== null && applied > 0 && left === 0 && !isLive && (
          <Button size="small" variant="quiet" onClick={() => tellTakenBack(document.takeBackAll(workId))}>
            <Undo2 />
            Undo all
          </Button>
        )}
      </div>
      {document === null && left > 0 && !isReadOnly && (
        <p className="px-4 pb-2.5 text-xs text-ink-faint">Open the draft to decide: the changes are shown in its text.</p>
      )}
      {isShown && (
        <ul
          ref={list}
          className="scroll-thin max-h-[60dvh] divide-y divide-rule overflow-y-auto border-t border-rule"
          onKeyDown={(event) => !isReadOnly && decideByKey(event, list.current, changes)}
        >
          {proposed.map((change, i) => (
            <PatchView
              key={i}
              patch={change}
              state={changes.states[i]!}
              refusal={changes.refusals[i] ?? null}
              isOnly={false}
              isReadOnly={isReadOnly || document === null}
              onApply={(occurrence) => changes.apply(i, occurrence)}
              onReject={() => changes.reject(i)}
              // Taken back it is turned down, not open: it would be made again.
              onRevert={() => (applies ? changes.reject(i) : changes.revert(i))}
              onReopen={() => changes.reopen(i)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** They only grow: as long as there are no more of them, they are the same. */
function useSameChanges(given: readonly AgentChange[]): readonly AgentChange[] {
  const [kept, setKept] = useState(given);
  if (kept.length !== given.length) setKept(given);
  return kept;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
