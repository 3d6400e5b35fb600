/* Moves a draft to another project of its workspace, or to a new one. The notice has an Undo. */
import { Folder, FolderPlus } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { ProjectSummary } from "#core/workspace/project.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { ProjectChoice, useProjectList } from "../projects/project-choices.tsx";

export type MovableDraft = { id: string; projectId: string; isMine: boolean };
type Place = { id: string; name: string };
type MoveDraftDialogProps = {
  draft: MovableDraft;
  open: boolean;
  onClose: () => void;
  /** Before it is moved: saves what is still being typed. */
  onMove?: (() => Promise<unknown>) | undefined;
  /** After a move, and after its undo. */
  onMoved: (projectId: string) => void;
};

export function MoveDraftDialog({ draft, open, onClose, onMove, onMoved }: MoveDraftDialogProps) {
  const [pending, setPending] = useState<string | null>(null);
  const [revealing, setRevealing] = useState<{ to: Place; sentence: string } | null>(null);

  async function move(to: Place, revealsNames = false) {
    setPending(to.id);
    try {
      await onMove?.();
      const { before } = await sendMove(draft.id, to.id, revealsNames);
      showToast({
        kind: "success",
        text: `Draft moved to “${to.name}”.`,
        action: { label: "Undo", run: () => void moveBack(before) },
      });
      setRevealing(null);
      onClose();
      onMoved(to.id);
    } catch (error) {
      const problem = problemIn(error);
      if (problem.code === "names-revealed") return setRevealing({ to, sentence: sentenceOf(problem) });
      showToast({ kind: "error", text: sentenceOf(problem) });
    } finally {
      setPending(null);
    }
  }
  async function moveBack(projectId: string) {
    try {
      await sendMove(draft.id, projectId, true);
      onMoved(projectId);
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <>
      <Dialog
        open={open && revealing === null}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Move to a project"
        description="Everyone with access to that project will see this draft, with its versions and comments. Those who only see the current project no longer will."
        size="small"
      >
        <Choices draft={draft} pending={pending} onChoose={(to) => void move(to)} onFailure={onClose} />
      </Dialog>
      <ConfirmDialog
        open={revealing !== null}
        onOpenChange={(isOpen) => !isOpen && setRevealing(null)}
        title="Send names as they are?"
        description={revealing?.sentence}
        confirm="Move anyway"
        pending={pending !== null}
        onConfirm={() => revealing && void move(revealing.to, true)}
      />
    </>
  );
}

function sendMove(draftId: string, projectId: string, revealsNames: boolean): Promise<{ before: string }> {
  return ask(`/api/drafts/${draftId}`, { method: "PATCH", body: { projectId, revealsNames } });
}

type ChoicesProps = { draft: MovableDraft; pending: string | null; onChoose: (to: Place) => void; onFailure: () => void };

function Choices({ draft, pending, onChoose, onFailure }: ChoicesProps) {
  const list = useProjectList(onFailure);
  const [isNew, setNew] = useState(false);
  if (list === null) return <Spinner label="Loading your projects" className="mx-auto my-8 size-5 text-ink-faint" />;
  // Into a colleague's project only one's own: from there one could not take another's away again.
  const projects = [...list.own, ...list.shared.filter(({ mayWrite }) => mayWrite && draft.isMine)];
  if (isNew) return <NewProject onMade={onChoose} />;
  return (
    <ul className="scroll-thin -mx-2 max-h-[50dvh] overflow-y-auto">
      {projects.map((project) => (
        <ProjectChoice
          key={project.id}
          icon={<Folder />}
          isCurrent={project.id === draft.projectId}
          isPending={pending === project.id}
          note={readersOf(project)}
          onChoose={() => onChoose(project)}
        >
          {project.name}
        </ProjectChoice>
      ))}
      <ProjectChoice icon={<FolderPlus />} isCurrent={false} isPending={false} onChoose={() => setNew(true)}>
        New project…
      </ProjectChoice>
    </ul>
  );
}

function readersOf({ isOwner, ownerName, counts }: ProjectSummary): string {
  if (!isOwner) return `Shared by ${ownerName}`;
  return counts.shares === 0 ? "Only you" : `Shared with ${counts.shares}`;
}

function NewProject({ onMade }: { onMade: (project: Place) => void }) {
  const [name, setName] = useState("");
  const [isPending, setPending] = useState(false);
  async function make(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "" || isPending) return;
    setPending(true);
    try {
      onMade(await ask<Place>("/api/projects", { body: { name: name.trim() } }));
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      setPending(false);
    }
  }
  return (
    <form onSubmit={(event) => void make(event)} className="flex flex-col gap-4">
      <TextField label="Project name" value={name} maxLength={120} autoFocus onChange={(event) => setName(event.target.value)} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={isPending} disabled={name.trim() === ""}>
          Create and move
        </Button>
      </div>
    </form>
  );
}
