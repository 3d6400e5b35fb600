/*
 * The changes proposed in one agent message, in a single list across all steps.
 * They appear in the open document as they arrive; here they are counted, applied
 * or rejected together, and navigated from the keyboard.
 */
import { useEffect, useMemo, useState } from "react";
import type { AgentChange } from "#core/agent/agent.ts";
import { agentBlock } from "#core/changes/change-blocks.ts";
import { ChangeGroup } from "../blocks/change-group.tsx";
import { DraftElsewhere } from "../blocks/draft-elsewhere.tsx";
import { usePatches } from "../blocks/use-patches.ts";
import { useChatTools } from "../chat-context.ts";
import { useOpenDocument } from "../open-document.ts";
import { useReadOnly } from "../use-chat.ts";
import { countOf } from "../tools/fields.ts";
import { reportUndone } from "./report-undone.ts";
import { useAgentApplying } from "./use-agent-applying.ts";

type AgentChangesProps = {
  /** Key under which the decisions are stored. */
  workId: string;
  messageId: string;
  changes: readonly AgentChange[];
  /** Changes are applied as they arrive while the document is open. */
  applies: boolean;
  isLive: boolean;
  summary: string;
  model: string;
};

/** Collapsed above this many. */
const fewChanges = 3;

export function AgentChanges({ workId, messageId, changes: given, applies, isLive, summary, model }: AgentChangesProps) {
  const proposed = useSameChanges(given);
  const lists = useMemo(() => [{ block: agentBlock, patches: proposed }], [proposed]);
  const document = useOpenDocument();
  useEffect(() => document?.workAs(workId, { messageId, model, summary }), [document, workId, messageId, model, summary]);
  const changes = usePatches(workId, lists);
  const { states } = changes;
  useAgentApplying({ workId, proposed, states, applies, isLive, document, applyTogether: changes.applySome });
  const isReadOnly = useReadOnly(useChatTools().store);
  const isOpen = states.some(({ kind }) => kind === "open");
  return (
    <section aria-label="Changes" className="border-t border-rule" data-patch="complete">
      <ChangeGroup
        changes={changes}
        title={countOf(proposed.length, "change")}
        isReadOnly={isReadOnly || document === null}
        canDecide={!isReadOnly && document !== null && !(applies && isLive)}
        preview={proposed.length <= fewChanges ? fewChanges : 0}
        // Rejected rather than reopened: an open change would be applied again.
        onRevert={(index) => (applies ? changes.reject(index) : changes.revert(index))}
        onUndoAll={isReadOnly || document === null || isLive ? null : () => reportUndone(document.takeBackAll(workId))}
      />
      {changes.draft && <DraftElsewhere draft={changes.draft} />}
      {document === null && changes.draft === null && isOpen && !isReadOnly && (
        <p className="px-4 pb-2.5 text-xs text-ink-faint">Open the draft to decide: the changes are shown in its text.</p>
      )}
    </section>
  );
}

/** The list only grows, so an equal length means an equal list. */
function useSameChanges(given: readonly AgentChange[]): readonly AgentChange[] {
  const [kept, setKept] = useState(given);
  if (kept.length !== given.length) setKept(given);
  return kept;
}
