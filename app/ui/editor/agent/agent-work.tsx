/* Below an agent's timeline entry: how much of its work remains, and a button to undo all of it. */
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { AppliedChangeRow } from "#core/requests/changes.ts";
import type { DraftVersion } from "#core/document/draft.ts";
import { findModel } from "#core/models/models.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { reportUndone } from "../../chat/agent/report-undone.ts";
import { useOpenDocument } from "../../chat/open-document.ts";
import { Button } from "../../kit/button.tsx";
import { showToast } from "../../kit/toast.tsx";

export function AgentWork({ draftId, version, canChange }: { draftId: string; version: DraftVersion; canChange: boolean }) {
  const { agent } = version;
  const document = useOpenDocument();
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isReading, setReading] = useState(false);
  if (agent === null || agent.isUndo) return null;
  async function takeBack() {
    setReading(true);
    try {
      const read = await ask<{ messageId: string | null; changes: AppliedChangeRow[] }>(
        `/api/drafts/${draftId}/versions/${version.id}/agent`,
      );
      if (document === null || read.messageId === null) return;
      const done = document.takeBackAll(read.messageId, read.changes);
      setLeft(done.left.map(({ replacement, original }) => (replacement === "" ? `without “${original}”` : `“${replacement}”`)));
      reportUndone(done);
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setReading(false);
    }
  }
  const count = agent.changes === 1 ? "One change" : `${agent.changes} changes`;
  return (
    <>
      <p className="text-xs text-ink-soft">
        {agent.changes === 0 ? "All changes were undone" : count} · {nameOf(agent.model)}
      </p>
      {canChange && document !== null && agent.changes > 0 && (
        <Button size="small" className="mt-1.5 mb-1" pending={isReading} onClick={() => void takeBack()}>
          <Undo2 />
          Undo all changes
        </Button>
      )}
      {left.length > 0 && (
        <div className="mt-1 rounded-lg bg-desk px-2.5 py-2 text-xs">
          <p>Edited since, so left unchanged:</p>
          <ul className="mt-1 space-y-0.5">
            {left.map((words) => (
              <li key={words} className="line-clamp-2 font-serif text-sm">
                {words}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function nameOf(model: string): string {
  return findModel(model)?.name ?? model.replace(/^local[:/]/, "");
}
