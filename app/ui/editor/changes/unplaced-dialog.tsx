/*
 * People's changes that the text does not show, each with the reason and the candidate places. Choosing a place shows the
 * change there, to be applied or rejected like the others.
 */
import type { Editor } from "@tiptap/core";
import { documentText } from "#core/document/document-text.ts";
import { patchAt, type PatchOutcome } from "#core/changes/patch.ts";
import { PlaceChoices } from "../../chat/blocks/place-choices.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { decideProposal, proposalsIn, setProposals, type Proposal } from "./proposals.ts";

export type Unplaced = {
  proposal: Proposal;
  outcome: Exclude<PatchOutcome, { kind: "located" }> | { kind: "gone" } | { kind: "waits" };
};

type UnplacedDialogProps = {
  editor: Editor;
  unplaced: readonly Unplaced[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function UnplacedDialog({ editor, unplaced, open, onOpenChange }: UnplacedDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
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
  );
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
