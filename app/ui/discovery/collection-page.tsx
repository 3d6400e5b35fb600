/* One collection: searching it, the documents that are found, and the one that is open beside them. */
import { Ellipsis, FileOutput, FilePlus2, Pencil, Table2, Tags, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { CollectedDocument, Collection, CollectionRun, DocumentPage } from "#core/discovery/discovery.ts";
import type { Phrase } from "#core/discovery/query.ts";
import type { DocumentQuery } from "#core/requests/discovery.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useFresh } from "../projects/use-fresh.ts";
import { RunBar } from "../shell/run-bar.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { BackLink } from "../workflows/back-link.tsx";
import { AddFiles } from "./add-files.tsx";
import { CodeDialog } from "./code-dialog.tsx";
import { DocumentList } from "./document-list.tsx";
import { DocumentReader } from "./document-reader.tsx";
import { FacetList } from "./facet-list.tsx";
import { QueryForm } from "./query-form.tsx";
import { RenameCollection } from "./rename-collection.tsx";
import { SavedSearches } from "./saved-searches.tsx";

const ToReview = lazy(() => import("./to-review.tsx").then(({ ToReview: dialog }) => ({ default: dialog })));

type PageProps = {
  collection: Collection;
  asked: DocumentQuery;
  page: DocumentPage;
  document: CollectedDocument | null;
  phrases: readonly Phrase[];
};

const noneSelected: ReadonlySet<string> = new Set();

export function CollectionPage({ collection, asked, page, document, phrases }: PageProps) {
  const [isAdding, setAdding] = useState(false);
  const [doing, setDoing] = useState<"code" | "review" | null>(null);
  const [selected, select] = useSelection(asked.query);
  useFresh((update) => update.type === "collection" && update.collectionId === collection.id);
  const { run, documents } = collection;
  const isNew = documents === 0 && run === null;
  const done = {
    collection,
    query: asked.query,
    selected,
    onClose: () => setDoing(null),
    onDone: () => (setDoing(null), select(noneSelected)),
  };
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      {run !== null && <ReadingBar run={run} />}
      <Head collection={collection} isOpen={document !== null} onAdd={() => setAdding(true)} />
      {isNew ? (
        <Empty collection={collection} onAdd={() => setAdding(true)} />
      ) : (
        <>
          <div className={document === null ? "px-5 pb-3" : "px-5 pb-3 max-lg:hidden"}>
            <QueryForm asked={asked} fault={page.fault}>
              <SavedSearches collection={collection} asked={asked} maySave={page.fault === null && asked.query.trim() !== ""} />
              {collection.mayWrite && page.documents.length > 0 && (
                <>
                  <Button onClick={() => setDoing("code")}>
                    <Tags /> {selected.size === 0 ? "Code" : `Code ${selected.size} selected`}
                  </Button>
                  <Button onClick={() => setDoing("review")}>
                    <Table2 /> Add to a review
                  </Button>
                </>
              )}
            </QueryForm>
          </div>
          <div className="flex min-h-0 flex-1 border-t border-rule">
            <FacetList key={asked.query} collection={collection} asked={asked} isHidden={document !== null} />
            <DocumentList
              collection={collection}
              asked={asked}
              page={page}
              openId={document?.id ?? null}
              selected={selected}
              onSelect={select}
            />
            {document !== null && (
              <DocumentReader key={document.id} collection={collection} document={document} asked={asked} phrases={phrases} />
            )}
          </div>
        </>
      )}
      {doing === "code" && <CodeDialog {...done} />}
      <Suspense>{doing === "review" && <ToReview {...done} />}</Suspense>
      {isAdding && <AddFiles collection={collection} onClose={() => setAdding(false)} />}
    </main>
  );
}

/** Of the documents that were found with this query. */
function useSelection(query: string): [ReadonlySet<string>, (selected: ReadonlySet<string>) => void] {
  const [own, setOwn] = useState({ query, selected: noneSelected });
  return [own.query === query ? own.selected : noneSelected, (selected) => setOwn({ query, selected })];
}

function ReadingBar({ run }: { run: CollectionRun }) {
  const { revalidate } = useRevalidator();
  const read = `${run.done.toLocaleString("en")} of ${run.of.toLocaleString("en")} read`;
  return (
    <RunBar
      run={run}
      progress={{ done: run.done, of: run.of }}
      words={run.isComparing ? "Looking for duplicates and threads" : read}
      reload={revalidate}
    />
  );
}

function Head({ collection, isOpen, onAdd }: { collection: Collection; isOpen: boolean; onAdd: () => void }) {
  const { id, name, projectName, documents, exceptions, mayWrite, run } = collection;
  const place = useWorkspace();
  const isNew = documents === 0 && run === null;
  const said = documents === 1 ? "1 document" : `${documents.toLocaleString("en")} documents`;
  return (
    <header className={`flex flex-wrap items-end justify-between gap-x-6 gap-y-2 px-5 pt-4 pb-4 ${isOpen ? "max-lg:hidden" : ""}`}>
      <div className="min-w-0">
        <BackLink to="/discovery">Discovery</BackLink>
        <h1 dir="auto" className="mt-1 truncate font-serif text-title">
          {name}
        </h1>
        <p className="mt-0.5 text-ink-soft">
          {projectName} · {said}
          {exceptions > 0 && (
            <>
              {" · "}
              <Link to="?query=has:exception" className="text-warn underline underline-offset-2">
                {exceptions === 1 ? "1 exception" : `${exceptions.toLocaleString("en")} exceptions`}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-2">
        {!isNew && (
          <Link to={place.path(`/discovery/${id}/productions`)} className={buttonClass()}>
            <FileOutput aria-hidden="true" /> Productions
          </Link>
        )}
        {mayWrite && !isNew && (
          <Button onClick={onAdd}>
            <FilePlus2 /> Add files
          </Button>
        )}
        {mayWrite && <CollectionMenu collection={collection} />}
      </div>
    </header>
  );
}

function CollectionMenu({ collection: { id, name } }: { collection: Collection }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isRenaming, setRenaming] = useState(false);

  async function setRemoved(isRemoved: boolean): Promise<boolean> {
    try {
      await ask(`/api/discovery/${id}`, { method: "PATCH", body: { isRemoved } });
      return true;
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      return false;
    }
  }
  async function undo() {
    if (await setRemoved(false)) await navigate(place.path(`/discovery/${id}`));
  }
  async function remove() {
    if (!(await setRemoved(true))) return;
    await navigate(place.path("/discovery"));
    showToast({ kind: "success", text: `“${name}” was deleted.`, action: { label: "Undo", run: () => void undo() } });
  }
  return (
    <>
      <Menu align="end" trigger={<IconButton label="More actions for this collection" icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem icon={<Trash2 />} onSelect={() => void remove()}>
          Delete
        </MenuItem>
      </Menu>
      {isRenaming && <RenameCollection id={id} name={name} onClose={() => setRenaming(false)} />}
    </>
  );
}

function Empty({ collection, onAdd }: { collection: Collection; onAdd: () => void }) {
  return (
    <div className="pt-6">
      <EmptyState
        title="Nothing read yet"
        action={
          collection.mayWrite && (
            <Button variant="primary" onClick={onAdd}>
              <FilePlus2 /> Add files
            </Button>
          )
        }
      >
        {collection.mayWrite
          ? "Add mailboxes (MBOX), emails (EML, MSG), archives (ZIP) or documents. Attachments come with them."
          : "Documents appear here once they are read."}
      </EmptyState>
    </div>
  );
}
