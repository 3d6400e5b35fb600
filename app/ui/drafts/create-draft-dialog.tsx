/*
 * Creates a draft with a name and a project, and opens it. The text comes from an
 * answer (`createDraftFromChat`) or is empty. If the server refuses, the input is
 * kept.
 */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import type { ProjectList, ProjectSummary } from "#core/workspace/project.ts";
import { findMessageOfDraft } from "../chat/open-chats.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { suggestedName } from "./suggested-name.ts";
import { useWorkspace } from "../shell/use-place.ts";

export type DraftToCreate = { text: string; projectId: string | null };

type CreateDraftDialogProps = { draft: DraftToCreate | null; onClose: () => void };

export function CreateDraftDialog({ draft, onClose }: CreateDraftDialogProps) {
  const name = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Name your draft"
      description="The text is saved as a document in a project, with every version."
      size="small"
      initialFocus={name}
    >
      {draft && <DraftForm draft={draft} nameField={name} onClose={onClose} />}
    </Dialog>
  );
}

const newProject = "new";
const needsProject = "Please select a project before creating a draft";

type DraftFormProps = { draft: DraftToCreate; nameField: React.RefObject<HTMLInputElement | null>; onClose: () => void };

function DraftForm({ draft, nameField, onClose }: DraftFormProps) {
  const navigate = useNavigate();
  const place = useWorkspace();
  const projects = useOwnProjects();
  const [name, setName] = useState(() => suggestedName(draft.text));
  const [chosen, setChosen] = useState(draft.projectId ?? "");
  const [projectName, setProjectName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function projectOf(): Promise<string | null> {
    if (chosen !== newProject) return chosen === "" ? null : chosen;
    if (projectName.trim() === "") return null;
    const made = await ask<{ id: string }>("/api/projects", { body: { name: projectName.trim() } });
    setChosen(made.id);
    return made.id;
  }
  async function create(event: FormEvent) {
    event.preventDefault();
    if (isPending || name.trim() === "") return;
    setError(null);
    setPending(true);
    try {
      const projectId = await projectOf();
      if (projectId === null) return setError(needsProject);
      const messageId = findMessageOfDraft(draft.text);
      const { id } = await ask<{ id: string }>("/api/drafts", {
        body: { projectId, name: name.trim(), content: draft.text, ...(messageId !== null && { messageId }) },
      });
      onClose();
      void navigate(place.path(`/vault/projects/${projectId}/drafts/${id}`));
    } catch (thrown) {
      showToast({ kind: "error", text: "Failed to create draft", id: "create-draft" });
      setError(sentenceOf(problemIn(thrown)));
    } finally {
      setPending(false);
    }
  }
  return (
    <form onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
      <TextField
        ref={nameField}
        label="Draft name"
        value={name}
        maxLength={200}
        required
        onChange={(event) => setName(event.target.value)}
      />
      <ProjectChoice projects={projects} chosen={chosen} onChoose={setChosen} />
      {chosen === newProject && (
        <TextField
          label="Project name"
          value={projectName}
          maxLength={120}
          onChange={(event) => setProjectName(event.target.value)}
        />
      )}
      {error !== null && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <div className="mt-2 flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isPending} disabled={name.trim() === ""}>
          Create Draft
        </Button>
      </div>
    </form>
  );
}

type ProjectChoiceProps = { projects: readonly ProjectSummary[] | null; chosen: string; onChoose: (id: string) => void };

function ProjectChoice({ projects, chosen, onChoose }: ProjectChoiceProps) {
  // The chat's own project may be known before the list is.
  const isKnown = chosen === "" || chosen === newProject || projects?.some(({ id }) => id === chosen);
  return (
    <div>
      <label htmlFor="draft-project" className="mb-1.5 block font-medium">
        Project
      </label>
      <select
        id="draft-project"
        value={isKnown ? chosen : ""}
        onChange={(event) => onChoose(event.target.value)}
        className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 text-ink max-sm:text-base pointer-coarse:h-11"
      >
        <option value="">{projects === null ? "Loading your projects…" : "Select a project"}</option>
        {projects?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={newProject}>New project…</option>
      </select>
    </div>
  );
}

/** Projects the reader can write in: their own. */
function useOwnProjects(): readonly ProjectSummary[] | null {
  const [projects, setProjects] = useState<readonly ProjectSummary[] | null>(null);
  useEffect(() => {
    let isHere = true;
    ask<ProjectList>("/api/projects").then(
      ({ own }) => isHere && setProjects(own),
      (error: unknown) => {
        if (isHere) setProjects([]);
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      },
    );
    return () => void (isHere = false);
  }, []);
  return projects;
}
