/* Lists typed references and the clauses they would link to. Only those checked are changed. */
import { useState } from "react";
import type { TypedReference } from "#core/clauses/typed-references.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { showToast } from "../../kit/toast.tsx";

type LinkReferencesProps = {
  found: readonly TypedReference[];
  onLink: (taken: readonly TypedReference[]) => void;
  onClose: () => void;
};

/** Mounted only while open. */
export function LinkReferencesDialog({ found, onLink, onClose }: LinkReferencesProps) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const taken = found.filter(({ from }) => !left.has(from));
  function link() {
    onLink(taken);
    showToast({
      kind: "success",
      text:
        taken.length === 1
          ? "1 reference is now linked to its clause."
          : `${taken.length} references are now linked to their clauses.`,
    });
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="large"
      title="Typed references"
      description={
        found.length === 0
          ? "There are no unlinked references that name exactly one clause."
          : "Each of these names exactly one clause. A linked reference updates when the clause’s number changes."
      }
      footer={
        <>
          <Button onClick={onClose}>{found.length === 0 ? "Close" : "Cancel"}</Button>
          {found.length > 0 && (
            <Button variant="primary" disabled={taken.length === 0} onClick={link}>
              {`Link ${taken.length}`}
            </Button>
          )}
        </>
      }
    >
      <ul className="flex flex-col">
        {found.map((one) => (
          <Row
            key={one.from}
            one={one}
            isTaken={!left.has(one.from)}
            onTurn={() => setLeft((before) => turned(before, one.from))}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function turned(before: ReadonlySet<number>, from: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(from)) after.add(from);
  return after;
}

function Row({ one, isTaken, onTurn }: { one: TypedReference; isTaken: boolean; onTurn: () => void }) {
  const { before, words, after, target } = one;
  return (
    <li className="border-t border-rule first:border-t-0">
      <label className="flex cursor-pointer items-start gap-3 py-2.5 touch-target">
        <input
          type="checkbox"
          aria-label={`${words}: ${target.label} ${target.words}`}
          checked={isTaken}
          onChange={onTurn}
          className="mt-1.5 size-4 shrink-0"
        />
        <span className="min-w-0">
          <span className="block font-serif text-ink-soft">
            {before}
            <mark className="bg-transparent text-ink underline decoration-blue underline-offset-4">{words}</mark>
            {after}
          </span>
          <span className="block truncate text-sm text-ink-soft">
            {target.label} {target.kind === "clause" ? target.words : ""}
          </span>
        </span>
      </label>
    </li>
  );
}
