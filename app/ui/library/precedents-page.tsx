/* The precedents of the library: drafts that were marked as worth using again, and a new draft from one. */
import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Precedent } from "#core/document/draft.ts";
import type { PrecedentQuery } from "#core/requests/library.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { Shelves } from "./shelves.tsx";

type PrecedentsProps = { asked: PrecedentQuery; precedents: Precedent[]; next: string | null; mayMake: boolean };

export function PrecedentsPage({ asked, precedents, next, mayMake }: PrecedentsProps) {
  const place = useWorkspace();
  const isSearch = asked.query !== "";
  const isEmpty = precedents.length === 0 && !isSearch && asked.before === undefined;
  const list = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ shelf: "precedents", ...(isSearch && { query: asked.query }), ...more });
    return place.path(`/library?${query}`);
  };
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <h1 className="font-serif text-display">Library</h1>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          Drafts worth using again. Everyone who may read a draft finds it here; a new draft from one leaves it as it is.
        </p>
        <Shelves shown="precedents" />
        {isEmpty ? (
          <EmptyState
            title="No precedents yet"
            action={
              <Link to={place.path("/vault")} className="text-blue underline-offset-4 hover:underline">
                Open the vault
              </Link>
            }
          >
            Open a draft that turned out well, and choose “Mark as a precedent” in its menu.
          </EmptyState>
        ) : (
          <>
            <SearchForm label="Search precedents" query={asked.query}>
              <input type="hidden" name="shelf" value="precedents" />
            </SearchForm>
            {precedents.length === 0 ? (
              <NoneFound all={place.path("/library?shelf=precedents")} />
            ) : (
              <ul aria-label="Precedents" className="mt-6 divide-y divide-rule border-y border-rule">
                {precedents.map((one) => (
                  <Row key={one.id} precedent={one} mayUse={mayMake} />
                ))}
              </ul>
            )}
          </>
        )}
        <PageLinks
          first={asked.before === undefined ? null : list()}
          next={next === null ? null : list({ before: next })}
          words={{ first: "First", next: "Next" }}
        />
      </div>
    </main>
  );
}

function NoneFound({ all }: { all: string }) {
  return (
    <EmptyState
      title="No matching precedents"
      action={
        <Link to={all} reloadDocument className="text-blue underline-offset-4 hover:underline">
          Show all precedents
        </Link>
      }
    >
      Try fewer words.
    </EmptyState>
  );
}

function Row({ precedent, mayUse }: { precedent: Precedent; mayUse: boolean }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [revealing, setRevealing] = useState<string | null>(null);
  const { id, name, projectId, projectName, madeBy, words, excerpt, updatedAt } = precedent;

  /** Its project is chosen there. */
  async function use(revealsNames = false) {
    setPending(true);
    try {
      const copy = await ask<{ id: string; projectId: string }>(`/api/drafts/${id}/copy`, {
        body: { projectId: null, revealsNames },
      });
      await navigate(place.path(`/vault/projects/${copy.projectId}/drafts/${copy.id}`));
    } catch (error) {
      const problem = problemIn(error);
      if (problem.code === "names-revealed") return setRevealing(sentenceOf(problem));
      showToast({ kind: "error", text: sentenceOf(problem) });
    } finally {
      setPending(false);
    }
  }
  const facts = [projectName, madeBy, `${words.toLocaleString("en")} ${words === 1 ? "word" : "words"}`, updatedAt.slice(0, 10)];
  return (
    <li className="flex items-center gap-3 py-3 max-sm:flex-wrap">
      <Link
        to={place.path(`/vault/projects/${projectId}/drafts/${id}`)}
        className="min-w-0 flex-1 rounded-lg px-2 py-1 hover:bg-wash"
      >
        <span dir="auto" className="block font-serif text-lg wrap-anywhere">
          {name}
        </span>
        {excerpt !== "" && (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-ink-soft text-pretty">
            {excerpt}
          </span>
        )}
        <span className="mt-1 block text-xs text-ink-faint">{facts.filter(Boolean).join(" · ")}</span>
      </Link>
      {mayUse && (
        <Button size="small" pending={isPending} aria-label={`New draft from ${name}`} onClick={() => void use()}>
          <FilePlus2 /> New draft
        </Button>
      )}
      <ConfirmDialog
        open={revealing !== null}
        onOpenChange={(isOpen) => !isOpen && setRevealing(null)}
        title="Send names as they are?"
        description={revealing}
        confirm="Copy anyway"
        pending={isPending}
        onConfirm={() => void use(true)}
      />
    </li>
  );
}
