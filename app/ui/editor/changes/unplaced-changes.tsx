/*
 * How many of people's changes the text does not show: without a certain place in it, or about words that another open
 * change is about.
 */
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { locateInDocument } from "#core/changes/document-patch.ts";
import { Button } from "../../kit/button.tsx";
import { late } from "../../kit/late.ts";
import { useHasOpened } from "../../kit/use-has-opened.ts";
import { isByPeople } from "./imported-changes.ts";
import { hiddenProposals, isGone, wordsAt } from "./proposals.ts";
import type { Unplaced } from "./unplaced-dialog.tsx";
import { useEditorValue } from "../page/use-editor-value.ts";

const UnplacedDialog = late(() => import("./unplaced-dialog.tsx")).part("UnplacedDialog");

export function UnplacedChanges({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useHasOpened(isOpen);
  // The text is searched only when the set of hidden changes differs.
  useEditorValue(editor, ({ state }) =>
    hiddenProposals(state)
      .map(({ block, index }) => `${block} ${index}`)
      .join(),
  );
  const unplaced = unplacedIn(editor);
  if (unplaced.length === 0) return null;
  const waiting = unplaced.filter(({ outcome }) => outcome.kind === "waits").length;
  return (
    <>
      <div role="status" className="flex items-center gap-3 border-b border-rule bg-warn-soft px-4 py-1.5 text-warn">
        <span className="min-w-0 flex-1 text-pretty">{sentencesOn(unplaced.length - waiting, waiting)}</span>
        <Button size="small" onClick={() => setOpen(true)}>
          Review them
        </Button>
      </div>
      {hasOpened && <UnplacedDialog editor={editor} unplaced={unplaced} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

function unplacedIn({ state }: Editor): Unplaced[] {
  return hiddenProposals(state).flatMap((proposal): Unplaced[] => {
    if (!isByPeople(proposal)) return [];
    if (isGone(state, proposal)) return [{ proposal, outcome: { kind: "gone" } }];
    const outcome = locateInDocument(state.doc, proposal.patch);
    if (outcome.kind !== "located") return [{ proposal, outcome }];
    return wordsAt(state, proposal)?.isOriginal === true ? [{ proposal, outcome: { kind: "waits" } }] : [];
  });
}

function sentencesOn(unplaced: number, waiting: number): string {
  const changes = (count: number) => (count === 1 ? "1 change" : `${count} changes`);
  const said = [
    ...(unplaced > 0 ? [`${changes(unplaced)} couldn’t be placed in the text with certainty.`] : []),
    ...(waiting > 0 ? [`${changes(waiting)} can’t be shown until another open change to the same words is decided.`] : []),
  ];
  return said.join(" ");
}
