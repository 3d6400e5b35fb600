/* What can be done with a draft as a whole, by those who may take it out of its project. */
import { BookMarked, Ellipsis, FolderInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import type { MovableDraft } from "./move-draft-dialog.tsx";

const MoveDraftDialog = late(() => import("./move-draft-dialog.tsx")).part("MoveDraftDialog");

type DraftMenuProps = {
  draft: MovableDraft & { name: string; isPrecedent: boolean; isUnfiled?: boolean };
  /** Where the draft is open; a list is only reloaded. */
  onSave?: () => Promise<unknown>;
  onMoved?: (projectId: string) => void;
  onDeleted?: () => void;
};

export function DraftMenu({ draft, onSave, onMoved, onDeleted }: DraftMenuProps) {
  const { revalidate } = useRevalidator();
  const { isPrecedent, mark } = usePrecedent(draft);
  const [isMoving, setMoving] = useState(false);
  const hasMoved = useHasOpened(isMoving);

  async function bringBack() {
    if (await asked(() => ask(`/api/drafts/${draft.id}/bring-back`, { body: {} }))) void revalidate();
  }
  async function remove() {
    await onSave?.();
    if (!(await asked(() => ask(`/api/drafts/${draft.id}`, { method: "DELETE" })))) return;
    if (onDeleted === undefined) void revalidate();
    else onDeleted();
    showToast({ kind: "success", text: `“${draft.name}” deleted`, action: { label: "Undo", run: () => void bringBack() } });
  }
  return (
    <>
      {draft.isUnfiled === true && (
        <Button size="small" variant="quiet" aria-label="Choose a project" onClick={() => setMoving(true)}>
          <FolderInput /> <span className="max-sm:hidden">Choose a project</span>
        </Button>
      )}
      <Menu align="end" trigger={<IconButton label={`Actions for ${draft.name}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<FolderInput />} onSelect={() => setMoving(true)}>
          Move to a project
        </MenuItem>
        <MenuItem icon={<BookMarked />} onSelect={() => void mark(!isPrecedent)}>
          {isPrecedent ? "Remove from precedents" : "Mark as a precedent"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
          Delete
        </MenuItem>
      </Menu>
      {hasMoved && (
        <MoveDraftDialog
          draft={draft}
          open={isMoving}
          onClose={() => setMoving(false)}
          onMove={onSave}
          onMoved={onMoved ?? (() => void revalidate())}
        />
      )}
    </>
  );
}

function usePrecedent(draft: { id: string; isPrecedent: boolean }) {
  const { revalidate } = useRevalidator();
  // A draft that is open is not loaded again.
  const [isPrecedent, setPrecedent] = useState(draft.isPrecedent);
  async function mark(isMarked: boolean) {
    if (!(await asked(() => ask(`/api/drafts/${draft.id}`, { method: "PATCH", body: { isPrecedent: isMarked } })))) return;
    setPrecedent(isMarked);
    void revalidate();
    showToast({
      kind: "success",
      text: isMarked ? "In the library as a precedent" : "No longer a precedent",
      action: { label: "Undo", run: () => void mark(!isMarked) },
    });
  }
  return { isPrecedent, mark };
}

async function asked(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    return false;
  }
}
