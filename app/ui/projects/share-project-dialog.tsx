/*
 * Who can see a project. Changes are collected and applied with one button, so that
 * a mistake can be corrected before any email is sent.
 */
import { RotateCcw, UserMinus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { ProjectShare } from "#core/workspace/project.ts";
import { ask, problemIn } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { useMembers } from "./members.ts";
import { PeopleField } from "./people-field.tsx";

type ShareProjectDialogProps = {
  open: boolean;
  onClose: () => void;
  project: { id: string; name: string };
  /** The owner's address, which is never in the list. */
  ownEmail: string;
  onShared: (shares: ProjectShare[]) => void;
};

export function ShareProjectDialog({ open, onClose, project, ownEmail, onShared }: ShareProjectDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Share project"
      description={<>Those you share “{project.name}” with can see everything in it. Only you can make changes.</>}
      size="medium"
    >
      <ShareForm project={project} ownEmail={ownEmail} onClose={onClose} onShared={onShared} />
    </Dialog>
  );
}

function ShareForm({ project, ownEmail, onClose, onShared }: Omit<ShareProjectDialogProps, "open">) {
  const { slug } = useWorkspace();
  const members = useMembers(slug, true);
  const shares = useShares(project.id, onClose);
  const [emails, setEmails] = useState<string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);

  async function share() {
    setPending(true);
    try {
      const body = { projectId: project.id, emails, removeUsers: removed, role: "viewer" };
      const answer = await ask<{ shares: ProjectShare[] }>("/api/functions/shareProject", { body });
      showToast({ kind: "success", text: emails.length > 0 ? "Project shared" : "Sharing updated" });
      onShared(answer.shares);
      onClose();
    } catch (thrown) {
      const { detail, title } = problemIn(thrown);
      showToast({ kind: "error", text: `Share failed: ${detail ?? title}` });
    } finally {
      setPending(false);
    }
  }

  if (shares === null) return <Spinner label="Loading viewers" className="mx-auto my-8 size-5 text-ink-faint" />;
  const hasChanged = emails.length > 0 || removed.length > 0;
  return (
    <div className="flex flex-col gap-5">
      <PeopleField
        emails={emails}
        onChange={setEmails}
        members={members.filter((member) => member.email !== ownEmail)}
        taken={[ownEmail, ...shares.filter(({ id }) => !removed.includes(id)).map(({ email }) => email)]}
      />
      {shares.length > 0 && (
        <section aria-label="Viewers">
          <h3 className="font-medium">Viewers</h3>
          <ul className="scroll-thin mt-1 max-h-64 overflow-y-auto">
            {shares.map((one) => (
              <ShareRow
                key={one.id}
                share={one}
                isRemoved={removed.includes(one.id)}
                onToggle={() => setRemoved(removed.includes(one.id) ? removed.filter((id) => id !== one.id) : [...removed, one.id])}
              />
            ))}
          </ul>
        </section>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" pending={isPending} disabled={!hasChanged} onClick={() => void share()}>
          {emails.length === 0 && removed.length > 0 ? "Save" : "Share"}
        </Button>
      </div>
    </div>
  );
}

function ShareRow({ share, isRemoved, onToggle }: { share: ProjectShare; isRemoved: boolean; onToggle: () => void }) {
  return (
    <li className="flex items-center gap-3 border-b border-rule py-2 last:border-b-0">
      <span className={`min-w-0 flex-1 ${isRemoved ? "text-ink-faint line-through" : ""}`}>
        <span className="block truncate">{share.name}</span>
        {share.name !== share.email && <span className="block truncate text-xs text-ink-faint">{share.email}</span>}
      </span>
      <span className="text-xs text-ink-faint">{isRemoved ? "Will be removed" : "Viewer"}</span>
      <IconButton
        label={isRemoved ? `Keep ${share.name}` : `Remove ${share.name}`}
        size="small"
        icon={isRemoved ? <RotateCcw /> : <UserMinus />}
        onClick={onToggle}
      />
    </li>
  );
}

/** Null until loaded. If loading fails, an error is shown and the dialog closes. */
function useShares(projectId: string, onClose: () => void): readonly ProjectShare[] | null {
  const [shares, setShares] = useState<readonly ProjectShare[] | null>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const gone = new AbortController();
    ask<{ shares: ProjectShare[] }>(`/api/projects/${projectId}/shares`, { signal: gone.signal }).then(
      (answer) => setShares(answer.shares),
      (error: unknown) => {
        if (gone.signal.aborted) return;
        console.error("Failed to load project shares", error);
        showToast({ kind: "error", text: "Unable to load project sharing data" });
        close();
      },
    );
    return () => gone.abort();
  }, [projectId]);
  return shares;
}
