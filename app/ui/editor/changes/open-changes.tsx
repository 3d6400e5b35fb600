/*
 * Below the text: how many changes are shown in it and open, with the way from one to the next, and the decisions on all
 * of them or on those of one author.
 */
import type { Editor } from "@tiptap/core";
import { Check, ChevronDown, ChevronUp, X } from "lucide-react";
import type { Patch } from "#core/changes/patch.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuGroup, MenuItem } from "../../kit/menu.tsx";
import { showToast } from "../../kit/toast.tsx";
import { useAction } from "../../palette/actions.ts";
import { useEditorValue } from "../page/use-editor-value.ts";
import { decideTogether, reopenTogether, type DecidedTogether } from "./decide-together.ts";
import { patchesIn, type DocumentPatches } from "./document-patches.ts";
import { isByPeople, ownSuggestion } from "./imported-changes.ts";
import { shownProposals, type Proposal } from "./proposals.ts";
import { showChange } from "./show-passage.ts";

export function OpenChanges({ editor }: { editor: Editor }) {
  const count = useEditorValue(editor, ({ state }) => shownProposals(state).length);
  const when = () => shownProposals(editor.state).length > 0;
  const rest = { group: "Draft", keywords: "redline tracked suggestion proposal", when };
  useAction({
    ...rest,
    id: "draft.next-change",
    title: "Next change",
    shortcut: "alt+f5",
    inRichText: true,
    run: () => step(editor, 1),
  });
  useAction({
    ...rest,
    id: "draft.previous-change",
    title: "Previous change",
    shortcut: "alt+shift+f5",
    inRichText: true,
    run: () => step(editor, -1),
  });
  const decideAll = (isAccepted: boolean) => void decide(editor, shownProposals(editor.state), isAccepted);
  useAction({ ...rest, id: "draft.accept-changes", title: "Accept all changes", run: () => decideAll(true) });
  useAction({ ...rest, id: "draft.reject-changes", title: "Reject all changes", run: () => decideAll(false) });
  if (count === 0) return null;
  return (
    <div className="mr-auto flex items-center gap-0.5" role="group" aria-label="Open changes">
      <IconButton label="Previous change" shortcut="alt+shift+f5" icon={<ChevronUp />} onClick={() => step(editor, -1)} />
      <IconButton label="Next change" shortcut="alt+f5" icon={<ChevronDown />} onClick={() => step(editor, 1)} />
      <Menu
        side="top"
        trigger={
          <button
            type="button"
            aria-label={`${changes(count)} to decide`}
            className="rounded-md px-1.5 py-0.5 text-xs whitespace-nowrap text-ink-soft tabular-nums touch-target hover:bg-wash hover:text-ink"
          >
            {changes(count)}
          </button>
        }
      >
        <Decisions editor={editor} />
      </Menu>
    </div>
  );
}

function Decisions({ editor }: { editor: Editor }) {
  const all = shownProposals(editor.state);
  const authors = Map.groupBy(all, authorOf);
  const groups: (readonly [string, readonly Proposal[]])[] = [[everyone, all]];
  if (authors.size > 1) groups.push(...authors);
  return groups.map(([name, some]) => (
    <MenuGroup key={name} label={`${changes(some.length)}${name === everyone ? "" : ` by ${name}`}`}>
      <MenuItem icon={<Check />} onSelect={() => void decide(editor, some, true)}>
        {some.length === 1 ? "Accept" : "Accept all"}
      </MenuItem>
      <MenuItem icon={<X />} onSelect={() => void decide(editor, some, false)}>
        {some.length === 1 ? "Reject" : "Reject all"}
      </MenuItem>
    </MenuGroup>
  ));
}

const everyone = "";

function authorOf(proposal: Proposal): string {
  if (ownSuggestion(proposal) !== null) return "you";
  const { author }: Patch & { author?: string } = proposal.patch;
  return author || (isByPeople(proposal) ? "an unnamed author" : "the assistant");
}

async function decide(editor: Editor, some: readonly Proposal[], isAccepted: boolean): Promise<void> {
  const patches = patchesIn(editor);
  if (!patches) return;
  const decided = await decideTogether(patches, some, isAccepted);
  // The menu's button goes with the last change.
  focusText(editor);
  const left = some.length - decided.length;
  const done = `${changes(decided.length)} ${isAccepted ? "accepted" : "rejected"}.`;
  showToast({
    kind: left === 0 ? "success" : "info",
    text: left === 0 ? done : `${done} ${changes(left)} couldn’t be, and ${left === 1 ? "is" : "are"} still open.`,
    ...(decided.length > 0 && { action: { label: "Undo", run: () => void undo(editor, patches, decided) } }),
  });
}

/** On a touch screen, focus would open the keyboard. */
function focusText(editor: Editor): void {
  if (!matchMedia("(pointer: coarse)").matches) editor.view.focus();
}

async function undo(editor: Editor, patches: DocumentPatches, decided: readonly DecidedTogether[]): Promise<void> {
  const left = decided.length - (await reopenTogether(patches, decided));
  // The notice goes, and its button with it.
  focusText(editor);
  if (left > 0) showToast({ kind: "info", text: `${changes(left)} couldn’t be undone: the text was edited since.` });
}

function changes(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

/** To the next one after the caret, and from the last to the first. */
function step(editor: Editor, by: 1 | -1): void {
  const all = shownProposals(editor.state).toSorted((one, other) => one.from - other.from);
  const { from } = editor.state.selection;
  const next = by === 1 ? all.find((one) => one.from > from) : all.findLast((one) => one.from < from);
  const place = next ?? all.at(by === 1 ? 0 : -1);
  if (place) showChange(editor, place);
}
