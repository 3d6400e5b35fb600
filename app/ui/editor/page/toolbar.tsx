/* Formatting for the words at the caret. Every button has a shortcut; the bar scrolls sideways on a phone. */
import type { Editor } from "@tiptap/core";
import { toggleMark } from "@tiptap/pm/commands";
import { redo, redoDepth, undo, undoDepth } from "@tiptap/pm/history";
import {
  Bold,
  ChevronDown,
  Code,
  Italic,
  List,
  ListOrdered,
  MessageSquarePlus,
  PenLine,
  Redo2,
  Search,
  Scale,
  Strikethrough,
  Table,
  TextQuote,
  Underline,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/menu.tsx";
import { useAction } from "../../palette/actions.ts";
import { setSuggesting, useSuggesting } from "../suggesting/suggesting-choice.ts";
import { blockChoices, currentBlock } from "../nodes/blocks.ts";
import { InsertMenu } from "./insert-menu.tsx";
import { LinkControl } from "./link-control.tsx";
import { TableMenu } from "./table-menu.tsx";
import { useEditorValue } from "./use-editor-value.ts";

type ToolbarProps = { editor: Editor; draftId: string; onFind: () => void; onComment: () => void; onLinkReferences: () => void };

export function Toolbar({ editor, draftId, onFind, onComment, onLinkReferences }: ToolbarProps) {
  const isSuggesting = useSuggesting(draftId);
  const suggest = () => setSuggesting(draftId, !isSuggesting);
  useAction({
    id: "draft.suggest",
    title: isSuggesting ? "Edit the draft directly" : "Suggest changes instead of editing",
    group: "Draft",
    keywords: "track changes suggesting editing mode",
    shortcut: suggestKeys,
    inRichText: true,
    run: suggest,
  });
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="scroll-thin flex items-center gap-0.5 overflow-x-auto py-1.5 pr-8 pl-3 mask-r-from-[calc(100%-2rem)] [scrollbar-width:none]"
    >
      <StepButton editor={editor} label="Undo" shortcut="mod+z" icon={<Undo2 />} depth={undoDepth} run={undo} />
      <StepButton editor={editor} label="Redo" shortcut="mod+shift+z" icon={<Redo2 />} depth={redoDepth} run={redo} />
      <Rule />
      <BlockMenu editor={editor} />
      <Rule />
      <MarkButton editor={editor} mark="bold" label="Bold" shortcut="mod+b" icon={<Bold />} />
      <MarkButton editor={editor} mark="italic" label="Italic" shortcut="mod+i" icon={<Italic />} />
      <MarkButton editor={editor} mark="underline" label="Underline" shortcut="mod+u" icon={<Underline />} />
      <MarkButton editor={editor} mark="strike" label="Strike through" shortcut="mod+shift+x" icon={<Strikethrough />} />
      <MarkButton editor={editor} mark="code" label="Code" shortcut="mod+e" icon={<Code />} />
      <LinkControl editor={editor} />
      <Rule />
      <BlockButton editor={editor} name="clauseList" shortcut="mod+shift+9" icon={<Scale />} />
      <BlockButton editor={editor} name="bulletList" shortcut="mod+shift+8" icon={<List />} />
      <BlockButton editor={editor} name="orderedList" shortcut="mod+shift+7" icon={<ListOrdered />} />
      <BlockButton editor={editor} name="blockquote" shortcut="mod+shift+." icon={<TextQuote />} />
      <BlockButton editor={editor} name="table" icon={<Table />} />
      <TableMenu editor={editor} />
      <InsertMenu editor={editor} onLinkReferences={onLinkReferences} />
      <Rule />
      <IconButton label="Comment on the selection" shortcut="mod+alt+m" icon={<MessageSquarePlus />} {...keepFocus(onComment)} />
      <IconButton label="Find and replace" shortcut="mod+f" icon={<Search />} onClick={onFind} />
      <IconButton label="Suggesting" shortcut={suggestKeys} icon={<PenLine />} pressed={isSuggesting} {...keepFocus(suggest)} />
    </div>
  );
}

/** As in Google Docs. */
const suggestKeys = "mod+alt+shift+x";

const Rule = () => <span className="mx-1 h-5 w-px shrink-0 bg-rule" aria-hidden="true" />;

function BlockMenu({ editor }: { editor: Editor }) {
  const current = useEditorValue(editor, currentBlock);
  const label = blockChoices.find(({ name }) => name === current)?.label ?? "Text";
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Block: ${label}`}
          className="flex h-8 w-28 shrink-0 items-center justify-between rounded-lg px-2.5 text-sm text-ink touch-target hover:bg-wash"
        >
          {label}
          <ChevronDown className="size-3.5 text-ink-faint" aria-hidden="true" />
        </button>
      }
    >
      {blockChoices.slice(0, 9).map((choice) => (
        <MenuItem key={choice.name} onSelect={() => choice.run(editor)}>
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Keys of the editor itself, which can't be changed. */
const editorKeys = { "data-fixed-keys": "" };

type MarkButtonProps = { editor: Editor; mark: string; label: string; shortcut: string; icon: ReactNode };

function MarkButton({ editor, mark, ...rest }: MarkButtonProps) {
  const isOn = useEditorValue(editor, () => isMarked(editor, mark));
  return (
    <IconButton
      {...rest}
      {...editorKeys}
      pressed={isOn}
      {...keepFocus(() => toggleMark(editor.schema.marks[mark]!)(editor.state, editor.view.dispatch))}
    />
  );
}

function isMarked({ state, schema }: Editor, name: string): boolean {
  const type = schema.marks[name]!;
  const { from, to, empty, $from } = state.selection;
  return empty ? Boolean(type.isInSet(state.storedMarks ?? $from.marks())) : state.doc.rangeHasMark(from, to, type);
}

function BlockButton({ editor, name, shortcut, icon }: { editor: Editor; name: string; shortcut?: string; icon: ReactNode }) {
  const choice = blockChoices.find((one) => one.name === name)!;
  const isOn = useEditorValue(editor, () => currentBlock(editor) === name);
  return (
    <IconButton
      label={choice.label}
      icon={icon}
      pressed={isOn}
      {...(shortcut && { shortcut })}
      {...editorKeys}
      {...keepFocus(() => choice.run(editor))}
    />
  );
}

type StepProps = { editor: Editor; label: string; shortcut: string; icon: ReactNode; depth: typeof undoDepth; run: typeof undo };

function StepButton({ editor, depth, run, ...rest }: StepProps) {
  const canStep = useEditorValue(editor, () => Number(depth(editor.state)) > 0);
  return <IconButton {...rest} {...editorKeys} disabled={!canStep} {...keepFocus(() => run(editor.state, editor.view.dispatch))} />;
}

/** Clicking a button leaves the caret in place; the keyboard activates it like any other. */
export function keepFocus(run: () => void) {
  return { onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(), onClick: run };
}
