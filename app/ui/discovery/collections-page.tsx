/* The list of collections, searched on the server and paged by key, and beginning one. */
import { Plus } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { Link, useNavigate } from "react-router";
import type { CollectionPage, CollectionSummary } from "#core/discovery/discovery.ts";
import type { CollectionListQuery } from "#core/requests/discovery.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { useFresh } from "../projects/use-fresh.ts";
import { useWorkspace } from "../shell/use-place.ts";

type ProjectChoice = { id: string; name: string };
type CollectionsProps = { asked: CollectionListQuery; page: CollectionPage; projects: readonly ProjectChoice[]; mayMake: boolean };

export function CollectionsPage({ asked, page, projects, mayMake }: CollectionsProps) {
  const place = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  useFresh((update) => update.type === "collection");
  const isEmpty = page.collections.length === 0 && asked.query === "" && asked.after === undefined;
  const list = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(asked.query !== "" && { query: asked.query }), ...more });
    return place.path(query.size === 0 ? "/discovery" : `/discovery?${query}`);
  };
  const make = projects.length > 0 && (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Plus /> New collection
    </Button>
  );
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Discovery</h1>
          {!isEmpty && make}
        </header>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          Read mailboxes, archives and files into a collection, then search it by people, days and words.
        </p>
        {isEmpty ? (
          <Empty make={make} mayMake={mayMake} />
        ) : (
          <>
            <SearchForm label="Search collections" placeholder="Search by name or project" query={asked.query} />
            {page.collections.length === 0 ? (
              <EmptyState
                title="No matching collections"
                action={
                  <Link to={place.path("/discovery")} reloadDocument className="text-blue underline-offset-4 hover:underline">
                    Show all collections
                  </Link>
                }
              >
                Try fewer words.
              </EmptyState>
            ) : (
              <Rows collections={page.collections} />
            )}
          </>
        )}
        <PageLinks
          first={asked.after === undefined ? null : list({})}
          next={page.next === null ? null : list({ after: page.next })}
        />
      </div>
      {isMaking && <NewCollection projects={projects} onClose={() => setMaking(false)} />}
    </main>
  );
}

function Rows({ collections }: { collections: readonly CollectionSummary[] }) {
  const place = useWorkspace();
  return (
    <ul className="mt-6 divide-y divide-rule border-y border-rule">
      {collections.map(({ id, name, projectName, documents }) => (
        <li key={id}>
          <Link to={place.path(`/discovery/${id}`)} className="flex flex-col gap-0.5 px-2 py-3.5 hover:bg-wash">
            <span dir="auto" className="truncate font-serif text-lg">
              {name}
            </span>
            <span className="truncate text-ink-soft">
              {projectName} · {documents === 1 ? "1 document" : `${documents.toLocaleString("en")} documents`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Empty({ make, mayMake }: { make: React.ReactNode; mayMake: boolean }) {
  const place = useWorkspace();
  const toVault = mayMake && (
    <Link to={place.path("/vault?new")} className={buttonClass("primary")}>
      New project
    </Link>
  );
  return (
    <div className="pt-10">
      <EmptyState title="No collections yet" action={make || toVault}>
        {make
          ? "Choose a project. Its emails and files are read with their attachments, and duplicates and threads are found."
          : "A collection belongs to a project. Make a project and add its files first."}
      </EmptyState>
    </div>
  );
}

function NewCollection({ projects, onClose }: { projects: readonly ProjectChoice[]; onClose: () => void }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  async function make(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const body = {
        name: form.get("name"),
        projectId: form.get("project"),
        prefix: String(form.get("prefix")).trim().toUpperCase(),
      };
      const { id } = await ask<{ id: string }>("/api/discovery", { body });
      await navigate(place.path(`/discovery/${id}`));
    } catch (error) {
      setBusy(false);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New collection"
      description="You choose the files that are read into it next."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="new-collection" pending={isBusy}>
            Create collection
          </Button>
        </>
      }
    >
      <form id="new-collection" onSubmit={(event) => void make(event)} className="flex flex-col gap-4">
        <TextField label="Name" name="name" required maxLength={200} placeholder="Emails of the board" />
        <SelectField label="Project" name="project">
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Prefix of the document numbers"
          name="prefix"
          required
          maxLength={12}
          pattern="[A-Za-z0-9]+"
          defaultValue="DOC"
        />
      </form>
    </Dialog>
  );
}
