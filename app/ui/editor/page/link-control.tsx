/* Adds a link to the selected words, or edits the one under the caret. */
import type { Editor } from "@tiptap/core";
import { Link2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { safeHref } from "#core/text/safe-href.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Popover } from "../../kit/popover.tsx";
import { TextField } from "../../kit/text-field.tsx";
import { useEditorValue } from "./use-editor-value.ts";

export function LinkControl({ editor }: { editor: Editor }) {
  const href = useEditorValue(editor, hrefAt);
  const [open, setOpen] = useState(false);
  return (
    <Popover
      title="Link"
      open={open}
      onOpenChange={setOpen}
      className="w-80 p-4"
      trigger={<IconButton label="Link" icon={<Link2 />} pressed={href !== null} onMouseDown={(event) => event.preventDefault()} />}
    >
      <LinkForm key={String(open)} editor={editor} href={href ?? ""} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function hrefAt({ state, schema }: Editor): string | null {
  const { $from, from, to, empty } = state.selection;
  const link = schema.marks["link"]!;
  const marks = empty ? $from.marks() : (state.doc.nodeAt(from)?.marks ?? []);
  const mark = link.isInSet(marks);
  return mark && (empty || state.doc.rangeHasMark(from, to, link)) ? String(mark.attrs["href"]) : null;
}

function LinkForm({ editor, href, onDone }: { editor: Editor; href: string; onDone: () => void }) {
  const [value, setValue] = useState(href);
  const [error, setError] = useState<string>();
  function save(event: FormEvent) {
    event.preventDefault();
    const typed = value.trim();
    const address = safeHref(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed);
    if (address === null) return setError("Enter an address that starts with https://, mailto: or tel:.");
    setLink(editor, address);
    onDone();
  }
  return (
    <form onSubmit={save} className="mt-2 flex flex-col gap-3">
      <TextField
        label="Address"
        hideLabel
        value={value}
        error={error}
        placeholder="https://"
        onChange={(event) => setValue(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        {href !== "" && (
          <Button
            variant="quiet"
            onClick={() => {
              setLink(editor, null);
              onDone();
            }}
          >
            Remove
          </Button>
        )}
        <Button type="submit" variant="primary">
          Set link
        </Button>
      </div>
    </form>
  );
}

/** On the selection; without one, on the link under the caret, or else inserts the address as new text. */
function setLink(editor: Editor, href: string | null): void {
  const { state, view, schema } = editor;
  const type = schema.marks["link"]!;
  const { from, to } = state.selection.empty ? linkRound(editor) : state.selection;
  const tr = state.tr;
  if (from === to && href !== null) tr.insert(from, schema.text(href, [type.create({ href })]));
  else {
    tr.removeMark(from, to, type);
    if (href !== null) tr.addMark(from, to, type.create({ href }));
  }
  view.dispatch(tr);
  view.focus();
}

function linkRound({ state, schema }: Editor): { from: number; to: number } {
  const { $from } = state.selection;
  const type = schema.marks["link"]!;
  const mark = type.isInSet($from.marks());
  let [from, to] = [$from.pos, $from.pos];
  if (!mark) return { from, to };
  $from.parent.forEach((child, offset) => {
    const start = $from.start() + offset;
    if (mark.isInSet(child.marks) && start <= $from.pos && start + child.nodeSize >= $from.pos)
      [from, to] = [Math.min(from, start), Math.max(to, start + child.nodeSize)];
  });
  return { from, to };
}
