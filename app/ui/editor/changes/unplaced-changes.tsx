/*
 * People's changes that the text does not show: without a certain place in it, each with
 * the reason and the candidate places, or about words that another open change is about.
 * Choosing a place shows the change there, to be applied or rejected like the others.
 */
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { locateInDocument } from "#core/changes/document-patch.ts";
import { documentText } from "#core/document/document-text.ts";
import { patchAt, type PatchOutcome } from "#core/changes/patch.ts";
import { PlaceChoices } from "../../chat/blocks/place-choices.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { isByPeople } from "./imported-changes.ts";
import { decideProposal, hiddenProposals, isGone, proposalsIn, setProposals, wordsAt, type Proposal } from "./proposals.ts";
import { useEditorValue } from "../page/use-editor-value.ts";

type Unplaced = { proposal: Proposal; outcome: Exclude<PatchOutcome, { kind: "located" }> | { kind: "gone" } | { kind: "waits" } };

export function UnplacedChanges({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
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
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Changes not shown in the text"
        description="They are open, and the text is unchanged. Each says why it isn’t shown, and what you can do."
        size="medium"
      >
        <ul className="flex flex-col gap-5">
          {unplaced.map((one) => (
            <li key={`${one.proposal.block} ${one.proposal.index}`}>
              <Change editor={editor} unplaced={one} />
            </li>
          ))}
        </ul>
      </Dialog>
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

function Change({ editor, unplaced: { proposal, outcome } }: { editor: Editor; unplaced: Unplaced }) {
  const { patch } = proposal;
  const { text } = documentText(editor.state.doc);
  function choose(occurrence: number) {
    const isThis = (one: Proposal) => one.block === proposal.block && one.index === proposal.index;
    const others = proposalsIn(editor.state).filter((one) => !isThis(one));
    const all = [...others, { ...proposal, patch: patchAt(patch, occurrence) }];
    editor.view.dispatch(setProposals(editor.state.tr, all));
  }
  return (
    <>
      <p className="text-xs text-ink-soft [unicode-bidi:isolate]">{patch.summary}</p>
      <p dir="auto" className="mt-1 font-serif break-words whitespace-pre-wrap">
        <del className="rounded-xs bg-delete-soft text-delete">{patch.original}</del>{" "}
        <ins className="rounded-xs bg-insert-soft text-insert underline-offset-4">{patch.replacement}</ins>
      </p>
      <p className="mt-2">{whyNot(outcome.kind)}</p>
      {outcome.kind === "not-found" && outcome.nearest && (
        <p className="mt-1 text-ink-soft">
          The nearest passage reads: <q className="font-serif">{text.slice(outcome.nearest.start, outcome.nearest.end)}</q>
        </p>
      )}
      {(outcome.kind === "several" || outcome.kind === "context-differs") && (
        <PlaceChoices text={text} places={outcome.places} onChoose={choose} />
      )}
      <Button size="small" className="mt-2" onClick={() => decideProposal(editor.state, proposal, false)}>
        Reject this change
      </Button>
    </>
  );
}

function whyNot(kind: Unplaced["outcome"]["kind"]): string {
  switch (kind) {
    case "several":
      return "This passage appears more than once. Choose which one to change:";
    case "context-differs":
      return "The words around this passage aren’t the ones in the file. If this is the right place, choose it:";
    case "already-applied":
      return "The text already says this.";
    case "overlaps":
      return "It overlaps another change.";
    case "empty-original":
      return "It doesn’t say which passage it is about.";
    case "waits":
      return "Another open change is about the same words. Once that one is decided, this one is shown in the text, or marked as no longer possible.";
    case "gone":
      return "Its passage was deleted or edited.";
    case "not-found":
      return "These words aren’t in the current text.";
  }
}
