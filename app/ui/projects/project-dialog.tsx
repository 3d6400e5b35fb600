/*
 * Creates a project, or edits its name, matter and instructions. A new one can be shared
 * right away, with the organization's members suggested.
 */
import { useState, type FormEvent } from "react";
import type { Matter, Project } from "#core/workspace/project.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { checkParties, isAdverseTo, noteProject, type CheckedParties } from "../contacts/check-parties.ts";
import { ConflictResult } from "../contacts/conflict-result.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { useMembers, type Member } from "./members.ts";
import { PeopleField } from "./people-field.tsx";
import { TextArea } from "../kit/text-area.tsx";

type Edited = Pick<Project, "id" | "name" | "instructions" | "matter">;
type ProjectDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Omitted for a new project. */
  project?: Edited | undefined;
  onDone: (project: Project) => void;
};

export function ProjectDialog({ open, onClose, project, onDone }: ProjectDialogProps) {
  const { slug } = useWorkspace();
  const members = useMembers(slug, open && project === undefined);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={project === undefined ? "New project" : "Edit project"}
      size="medium"
    >
      <ProjectForm key={project?.id} project={project} members={members} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

type ProjectFormProps = Omit<ProjectDialogProps, "open"> & { members: readonly Member[] };

function ProjectForm({ project, members, onClose, onDone }: ProjectFormProps) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [emails, setEmails] = useState<string[]>([]);
  const [conflicts, setConflicts] = useState<CheckedParties>();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field) ?? "").trim();
    const name = text("name");
    if (name === "") return setError("A project needs a name.");
    setPending(true);
    try {
      const matter = { client: text("client"), counterparty: text("counterparty"), jurisdiction: text("jurisdiction") };
      const checked = await checkParties(matter, project, conflicts);
      setConflicts(checked);
      if (checked !== undefined && checked !== conflicts && isAdverseTo(checked.found)) return;
      const body = { name, instructions: text("instructions"), matter };
      const saved = await (project === undefined
        ? ask<Project>("/api/projects", { body })
        : ask<Project>(`/api/projects/${project.id}`, { method: "PATCH", body }));
      if (emails.length > 0) await shareWith(saved.id, emails);
      if (checked !== undefined) await noteProject(checked.id, saved.id);
      // Closing may clear the address that opened the dialog; what follows has the last word.
      onClose();
      onDone(saved);
    } catch (thrown) {
      setError(sentenceOf(problemIn(thrown)));
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      <TextField label="Name" name="name" defaultValue={project?.name ?? ""} maxLength={120} autoComplete="off" error={error} />
      <MatterFields matter={project?.matter} />
      <TextArea
        label="Instructions"
        name="instructions"
        defaultValue={project?.instructions ?? ""}
        maxLength={8000}
        hint="Every chat in this project follows them: who you write for, the tone, terms to keep, the law that applies."
      />
      {project === undefined && <PeopleField emails={emails} onChange={setEmails} members={members} taken={[]} />}
      <div aria-live="polite">
        {conflicts !== undefined && isAdverseTo(conflicts.found) && (
          <div ref={bringIntoView} className="scroll-mb-20 rounded-xl border border-danger/40 bg-desk p-4">
            <ConflictResult found={conflicts.found} />
          </div>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {conflicts !== undefined && isAdverseTo(conflicts.found)
            ? project === undefined
              ? "Create anyway"
              : "Save anyway"
            : project === undefined
              ? "Create project"
              : "Save"}
        </Button>
      </div>
    </form>
  );
}

/** With the buttons below it: the dialog is longer than most windows. */
function bringIntoView(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: "end" });
}

/** Optional; one below the other, because names of parties are long, and beside their labels, so that the dialog stays short. */
function MatterFields({ matter }: { matter: Matter | undefined }) {
  const field = (name: keyof Matter, label: string) => (
    <TextField
      label={label}
      name={name}
      defaultValue={matter?.[name] ?? ""}
      maxLength={120}
      autoComplete="off"
      className="sm:grid sm:grid-cols-[7rem_minmax(0,1fr)] sm:items-center [&>label]:sm:mb-0"
    />
  );
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Matter</legend>
      <div className="grid gap-3 sm:gap-2">
        {field("client", "Acting for")}
        {field("counterparty", "Counterparty")}
        {field("jurisdiction", "Jurisdiction")}
      </div>
      <p className="mt-1.5 text-xs text-ink-faint">If this project is a matter, every answer in it takes this into account.</p>
    </fieldset>
  );
}

/** The project exists by now; a failure here is reported, and can be fixed in the share dialog. */
async function shareWith(projectId: string, emails: string[]): Promise<void> {
  try {
    await ask("/api/functions/shareProject", { body: { projectId, emails, removeUsers: [], role: "viewer" } });
  } catch (thrown) {
    const { detail, title } = problemIn(thrown);
    showToast({ kind: "error", text: `Share failed: ${detail ?? title}` });
  }
}
