/* The searches of a collection that are kept under a name: opened, and with the right to, saved, renamed and deleted. */
import { Bookmark, Pencil, Trash2 } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { Link, useRevalidator } from "react-router";
import { savedSearchLimits, type Collection, type SavedSearch } from "#core/discovery/discovery.ts";
import type { DocumentQuery, SavedSearchChange } from "#core/requests/discovery.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Popover } from "../kit/popover.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { addressOf } from "./discovery-words.ts";

/** `maySave`: the search that is shown can be kept. */
type SearchesProps = { collection: Collection; asked: DocumentQuery; maySave: boolean };
/** The one that is renamed; null for the search that is shown, which has no name yet. */
type Naming = { search: SavedSearch | null };

export function SavedSearches({ collection: { id, searches, mayWrite }, asked, maySave }: SearchesProps) {
  const [isOpen, setOpen] = useState(false);
  const [naming, setNaming] = useState<Naming | null>(null);
  const change = useChange(id);
  const name = (search: SavedSearch | null) => {
    setOpen(false);
    setNaming({ search });
  };
  if (searches.length === 0 && !mayWrite) return null;
  return (
    <>
      <Popover
        title="Saved searches"
        className="w-96 max-w-[calc(100vw-2rem)] p-3"
        align="end"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button>
            <Bookmark /> Saved searches
          </Button>
        }
      >
        <SearchList
          searches={searches}
          asked={asked}
          mayWrite={mayWrite}
          onOpen={() => setOpen(false)}
          onRename={name}
          onDelete={(search) => void change.remove(search)}
        />
        {mayWrite && (
          <Button size="small" className="mt-2" disabled={!maySave} onClick={() => name(null)}>
            <Bookmark /> Save this search
          </Button>
        )}
      </Popover>
      {naming !== null && (
        <NameSearch
          search={naming.search}
          onClose={() => setNaming(null)}
          onName={(words) =>
            naming.search === null
              ? change.save({ name: words, query: asked.query, sort: asked.sort })
              : change.set(naming.search.id, { name: words })
          }
        />
      )}
    </>
  );
}

type ListProps = {
  searches: readonly SavedSearch[];
  asked: DocumentQuery;
  mayWrite: boolean;
  onOpen: () => void;
  onRename: (search: SavedSearch) => void;
  onDelete: (search: SavedSearch) => void;
};

function SearchList({ searches, asked, mayWrite, onOpen, onRename, onDelete }: ListProps) {
  if (searches.length === 0)
    return <p className="py-2 text-sm text-ink-soft">Search for something, and keep the search here under a name.</p>;
  return (
    <ul className="scroll-thin -mx-1 mt-1 max-h-80 overflow-y-auto">
      {searches.map((search) => (
        <li key={search.id} className="flex items-center gap-1">
          <Link
            to={addressOf({ query: search.query, sort: search.sort }, {})}
            onClick={onOpen}
            aria-current={search.query === asked.query && search.sort === asked.sort ? "true" : undefined}
            className="min-w-0 flex-1 rounded-lg px-2 py-1.5 hover:bg-wash aria-[current=true]:bg-blue-soft"
          >
            <span dir="auto" className="block truncate">
              {search.name}
            </span>
            <span dir="auto" className="block truncate font-mono text-xs text-ink-soft">
              {search.query}
            </span>
          </Link>
          {mayWrite && (
            <>
              <IconButton label={`Rename “${search.name}”`} size="small" icon={<Pencil />} onClick={() => onRename(search)} />
              <IconButton label={`Delete “${search.name}”`} size="small" icon={<Trash2 />} onClick={() => onDelete(search)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type NameProps = { search: SavedSearch | null; onClose: () => void; onName: (name: string) => Promise<boolean> };

function NameSearch({ search, onClose, onName }: NameProps) {
  const [isBusy, setBusy] = useState(false);
  async function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    if (await onName(String(new FormData(event.currentTarget).get("name")))) onClose();
    else setBusy(false);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={search === null ? "Save search" : "Rename search"}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="name-search" pending={isBusy}>
            {search === null ? "Save" : "Rename"}
          </Button>
        </>
      }
    >
      <form id="name-search" onSubmit={(event) => void save(event)}>
        <TextField label="Name" name="name" required maxLength={savedSearchLimits.name} defaultValue={search?.name ?? ""} />
      </form>
    </Dialog>
  );
}

/** All resolve false if it failed. */
function useChange(collectionId: string) {
  const { revalidate } = useRevalidator();
  const path = `/api/discovery/${collectionId}/searches`;
  async function trying(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      await revalidate();
      return true;
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      return false;
    }
  }
  const set = (id: string, body: SavedSearchChange) => trying(() => ask(`${path}/${id}`, { method: "PATCH", body }));
  return {
    set,
    save: (body: Omit<SavedSearch, "id">) => trying(() => ask(path, { body })),
    async remove({ id, name }: SavedSearch) {
      if (!(await set(id, { isRemoved: true }))) return;
      const undo = () => void set(id, { isRemoved: false });
      showToast({ kind: "success", text: `The search “${name}” was deleted.`, action: { label: "Undo", run: undo } });
    },
  };
}
