/* The vault: the reader's projects, those shared with them, and archived ones. */
import { Plus, UsersRound } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { ProjectList, ProjectSummary } from "#core/workspace/project.ts";
import { Button } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { late } from "../kit/late.ts";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { contentsOf, dayOf } from "./project-words.ts";
import { useFresh } from "./use-fresh.ts";

const ProjectDialog = late(() => import("./project-dialog.tsx")).part("ProjectDialog");

const OpenSample = late(() => import("../home/sample-matter.tsx")).part("OpenSample");

export function VaultPage({ projects, mayMake }: { projects: ProjectList; mayMake: boolean }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [isAsked, setAsked] = useState(false);
  // The palette's action works from any page, so it uses the address.
  const isMaking = mayMake && (isAsked || search.has("new"));
  const hasOpened = useHasOpened(isMaking);
  useFresh((update) => update.type === "project" || update.type === "project-removed");
  const { own, shared, archived } = projects;
  const isEmpty = own.length + shared.length + archived.length === 0;

  function close() {
    setAsked(false);
    if (search.has("new")) setSearch({}, { replace: true });
  }
  const make = mayMake && (
    <Button variant="primary" onClick={() => setAsked(true)}>
      <Plus /> New project
    </Button>
  );
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Vault</h1>
          {!isEmpty && make}
        </header>
        {isEmpty ? (
          <div className="pt-10">
            <EmptyState
              title={mayMake ? "No projects yet" : "Nothing shared with you yet"}
              action={
                make && (
                  <span className="flex flex-wrap justify-center gap-2">
                    {make}
                    <OpenSample isFirst={false} />
                  </span>
                )
              }
            >
              {mayMake
                ? "A project keeps one piece of work together: its chats and drafts, and the instructions that every chat in it follows. Share it, and others can read it."
                : "You’re a guest here. What members share with you is listed on this page."}
            </EmptyState>
          </div>
        ) : (
          <>
            <Shelf title="Your projects" projects={own} hint={mayMake ? "No projects yet" : null} />
            <Shelf title="Shared with you" projects={shared} hint={null} />
            <Shelf title="Archived" projects={archived} hint={null} />
          </>
        )}
      </div>
      {hasOpened && (
        <ProjectDialog
          open={isMaking}
          onClose={close}
          onDone={(project) => void navigate(place.path(`/vault/projects/${project.id}`))}
        />
      )}
    </main>
  );
}

function Shelf({ title, projects, hint }: { title: string; projects: readonly ProjectSummary[]; hint: string | null }) {
  if (projects.length === 0 && hint === null) return null;
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="group-label">{title}</h2>
      {projects.length === 0 ? (
        <p className="mt-3 text-ink-faint">{hint}</p>
      ) : (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ProjectCard({ project }: { project: ProjectSummary }) {
  const place = useWorkspace();
  const { counts, isOwner, ownerName, formerOwner } = project;
  return (
    <li>
      <Link to={place.path(`/vault/projects/${project.id}`)} className={cardClass}>
        <span className="line-clamp-2 font-serif text-title break-words">{project.name}</span>
        <span className="mt-1 text-ink-soft">{contentsOf(counts)}</span>
        <span className="mt-auto flex items-center gap-3 pt-5 text-xs text-ink-faint">
          <time dateTime={project.updatedAt}>{dayOf(project.updatedAt)}</time>
          <span className="ml-auto flex min-w-0 items-center gap-1.5">
            {isOwner && counts.shares > 0 && (
              <>
                <UsersRound className="size-3.5" aria-hidden="true" />
                <span>Shared with {counts.shares}</span>
              </>
            )}
            {!isOwner && <span className="truncate">{ownerName}’s</span>}
            {formerOwner !== null && <span className="truncate">was {formerOwner}’s</span>}
          </span>
        </span>
      </Link>
    </li>
  );
}

const cardClass =
  "flex h-full min-h-36 flex-col rounded-xl border border-rule bg-raised p-4.5 transition-colors hover:border-rule-strong/70 hover:bg-desk";
