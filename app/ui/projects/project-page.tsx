/* One project: its name, who can see it, the instructions for its chats, and its contents. */
import { MessageSquarePlus, UserPlus } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { ChatSummary } from "#core/chat/chat.ts";
import type { DraftSummary } from "#core/document/draft.ts";
import type { Matter, Project, ProjectShare } from "#core/workspace/project.ts";
import type { ProjectRole } from "#core/workspace/policy.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { onUpdate } from "../updates.ts";
import { ChatShelf, DraftShelf } from "./project-contents.tsx";
import { FileShelf } from "./file-shelf.tsx";
import { ProjectMenu } from "./project-menu.tsx";
import { ViewersPopover } from "./viewers-popover.tsx";
import { useFresh } from "./use-fresh.ts";
import { useProjectActions, type ProjectActions } from "./use-project-actions.ts";
import { useRevalidator } from "react-router";

const ProjectDialog = late(() => import("./project-dialog.tsx")).part("ProjectDialog");
const ShareProjectDialog = late(() => import("./share-project-dialog.tsx")).part("ShareProjectDialog");

type ProjectPageProps = {
  project: Project;
  chats: ChatSummary[];
  hasOlderChats: boolean;
  drafts: DraftSummary[];
  files: StoredFile[];
  shares: ProjectShare[];
};

export function ProjectPage({ project, chats, hasOlderChats, drafts, files, shares }: ProjectPageProps) {
  const place = useWorkspace();
  const [dialog, setDialog] = useState<"edit" | "share" | null>(null);
  const deeds = useDeedsHere(project.id);
  useFresh(
    (update) =>
      (update.type === "project" && update.project.id === project.id) ||
      (update.type === "chat" && (update.chat.projectId === project.id || chats.some((chat) => chat.id === update.chat.id))) ||
      (update.type === "chat-removed" && chats.some((chat) => chat.id === update.id)) ||
      (update.type === "draft" && drafts.some((draft) => draft.id === update.draftId)),
  );
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-180 px-5 pt-8 pb-20">
        <Link
          to={place.path("/vault")}
          className="-ml-1 inline-flex items-center rounded-sm px-1 text-ink-soft touch-target hover:text-ink"
        >
          Vault
        </Link>
        <header className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="font-serif text-display break-words">{project.name}</h1>
            <p className="mt-1 text-ink-soft">
              {project.isOwner ? (
                <ViewersPopover shares={shares} onShare={() => setDialog("share")} />
              ) : (
                <>
                  Shared by {project.ownerName}. {accessWords[project.role]}
                </>
              )}
              {project.formerOwner !== null && <span className="ml-2 text-ink-faint">Was {project.formerOwner}’s</span>}
              {project.archivedAt !== null && <span className="ml-2 text-ink-faint">Archived</span>}
            </p>
          </div>
          {project.mayWrite && (
            <div className="flex items-center gap-2">
              <Link to={place.path(`/chat?project=${project.id}`)} className={buttonClass("primary")}>
                <MessageSquarePlus /> New chat
              </Link>
              {project.isOwner && (
                <Button onClick={() => setDialog("share")}>
                  <UserPlus /> Share
                </Button>
              )}
              {project.isOwner && (
                <ProjectMenu project={project} deeds={deeds} onEdit={() => setDialog("edit")} onShare={() => setDialog("share")} />
              )}
            </div>
          )}
        </header>
        <MatterLine matter={project.matter} />
        <p className="mt-4">
          <Link
            to={place.path(`/vault/projects/${project.id}/pseudonyms`)}
            className="text-ink-soft underline underline-offset-2 touch-target hover:text-ink"
          >
            Pseudonyms
          </Link>
        </p>
        <Instructions project={project} onEdit={() => setDialog("edit")} />
        <ChatShelf project={project} chats={chats} hasOlder={hasOlderChats} />
        <DraftShelf project={project} drafts={drafts} />
        <FileShelf project={project} files={files} />
      </div>
      {project.isOwner && <Dialogs project={project} shown={dialog} onClose={() => setDialog(null)} />}
    </main>
  );
}

const accessWords: Record<ProjectRole, string> = {
  viewer: "You have read access.",
  commenter: "You can comment and suggest changes.",
  editor: "You can write in it.",
  owner: "",
};

const matterLabels: Record<keyof Matter, string> = {
  client: "Acting for",
  counterparty: "Counterparty",
  jurisdiction: "Jurisdiction",
};

function MatterLine({ matter }: { matter: Matter }) {
  const stated = (Object.keys(matterLabels) as (keyof Matter)[]).filter((name) => matter[name] !== "");
  if (stated.length === 0) return null;
  return (
    <dl aria-label="Matter" className="mt-6 flex flex-wrap gap-x-8 gap-y-2">
      {stated.map((name) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-faint">{matterLabels[name]}</dt>
          <dd className="break-words">{matter[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Instructions({ project, onEdit }: { project: Project; onEdit: () => void }) {
  if (project.instructions === "" && !project.isOwner) return null;
  return (
    <section aria-label="Instructions" className="mt-8 rounded-xl border border-rule bg-raised px-4.5 py-3.5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">Instructions</h2>
        {project.isOwner && (
          <Button size="small" variant="quiet" onClick={onEdit}>
            {project.instructions === "" ? "Add instructions" : "Edit"}
          </Button>
        )}
      </div>
      {project.instructions === "" ? (
        <p className="text-ink-faint text-pretty">
          What every chat in this project should know: who you write for, the tone, terms to keep.
        </p>
      ) : (
        <p className="scroll-thin mt-1 max-h-48 overflow-y-auto font-serif text-read break-words whitespace-pre-wrap" tabIndex={0}>
          {project.instructions}
        </p>
      )}
    </section>
  );
}

type DialogsProps = { project: Project; shown: "edit" | "share" | null; onClose: () => void };

function Dialogs({ project, shown, onClose }: DialogsProps) {
  const { revalidate } = useRevalidator();
  const hasEdited = useHasOpened(shown === "edit");
  const hasShared = useHasOpened(shown === "share");
  return (
    <>
      {hasEdited && <ProjectDialog open={shown === "edit"} onClose={onClose} project={project} onDone={() => void revalidate()} />}
      {hasShared && (
        <ShareProjectDialog open={shown === "share"} onClose={onClose} project={project} onShared={() => void revalidate()} />
      )}
    </>
  );
}

/** Leaves a project that is gone: deleted here, or deleted or no longer shared elsewhere. */
function useDeedsHere(projectId: string): ProjectActions {
  const place = useWorkspace();
  const navigate = useNavigate();
  const deeds = useProjectActions();
  const isLeaving = useRef(false);
  const onGone = useEffectEvent(() => {
    if (isLeaving.current) return;
    showToast({ kind: "info", text: "This project was deleted, or is no longer shared with you." });
    void navigate(place.path("/vault"));
  });
  useEffect(() => onUpdate((update) => update.type === "project-removed" && update.id === projectId && onGone()), [projectId]);
  return {
    ...deeds,
    async remove(project) {
      isLeaving.current = true;
      const isDone = await deeds.remove(project);
      if (isDone) void navigate(place.path("/vault"));
      else isLeaving.current = false;
      return isDone;
    },
  };
}
