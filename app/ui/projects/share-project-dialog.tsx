/*
 * Who can see a project. Changes are collected and applied with one button, so that
 * a mistake can be corrected before any email is sent.
 */
import { RotateCcw, UserMinus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { shareRoles, type ShareRole } from "#core/workspace/policy.ts";
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
import { RoleSelect, shareRoleNames } from "./share-role.tsx";

type ShareProjectDialogProps = {
  open: boolean;
  onClose: () => void;
  project: { id: string; name: string };
  onShared?: (shares: ProjectShare[]) => void;
};

export function ShareProjectDialog({ open, onClose, project, onShared }: ShareProjectDialogProps) {
  const { slug } = useWorkspace();
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Share project"
      description={
        slug === null ? (
          <>Those you share “{project.name}” with can see everything in it. Only you can make changes.</>
        ) : (
          <>Viewers can see everything in “{project.name}” and comment. Editors write in its drafts, add files and start chats.</>
        )
      }
      size="medium"
    >
      <ShareForm project={project} onClose={onClose} onShared={onShared} />
    </Dialog>
  );
}

function ShareForm({ project, onClose, onShared }: Omit<ShareProjectDialogProps, "open">) {
  const { slug } = useWorkspace();
  const members = useMembers(slug, true);
  const sharing = useSharing(project.id, onClose);
  const [role, setRole] = useState<ShareRole>("viewer");
  /** By the id of a share. */
  const [roles, setRoles] = useState<Readonly<Record<string, ShareRole>>>({});
  const [emails, setEmails] = useState<string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);

  if (sharing === null) return <Spinner label="Loading viewers" className="mx-auto my-8 size-5 text-ink-faint" />;
  const { shares, ownEmail } = sharing;
  const isKept = ({ id }: ProjectShare) => !removed.includes(id);
  const roleOf = (one: ProjectShare) => roles[one.id] ?? one.role;

  async function share() {
    setPending(true);
    try {
      const share = (body: { emails: string[]; removeUsers: readonly string[]; role: ShareRole }) =>
        ask<{ shares: ProjectShare[] }>("/api/functions/shareProject", { body: { projectId: project.id, ...body } });
      let answer = await share({ emails, removeUsers: removed, role });
      for (const other of shareRoles) {
        const changed = shares.filter((one) => isKept(one) && roleOf(one) === other && one.role !== other);
        if (changed.length > 0) answer = await share({ emails: changed.map(({ email }) => email), removeUsers: [], role: other });
      }
      showToast({ kind: "success", text: emails.length > 0 ? "Project shared" : "Sharing updated" });
      onShared?.(answer.shares);
      onClose();
    } catch (thrown) {
      const { detail, title } = problemIn(thrown);
      showToast({ kind: "error", text: `Share failed: ${detail ?? title}` });
    } finally {
      setPending(false);
    }
  }

  const hasChanged = emails.length > 0 || removed.length > 0 || shares.some((one) => roleOf(one) !== one.role);
  const isViewers = shares.every((one) => roleOf(one) === "viewer");
  return (
    <div className="flex flex-col gap-5">
      <PeopleField
        emails={emails}
        onChange={setEmails}
        members={members.filter((member) => member.email !== ownEmail)}
        taken={[ownEmail, ...shares.filter(isKept).map(({ email }) => email)]}
      />
      {slug !== null && emails.length > 0 && (
        <div className="-mt-2 flex items-center gap-2">
          <span className="text-ink-soft">Added as</span>
          <RoleSelect label="Role of those added" role={role} onChange={setRole} />
        </div>
      )}
      {shares.length > 0 && (
        <section aria-label={isViewers ? "Viewers" : "People with access"}>
          <h3 className="font-medium">{isViewers ? "Viewers" : "People with access"}</h3>
          <ul className="scroll-thin mt-1 max-h-64 overflow-y-auto">
            {shares.map((one) => (
              <ShareRow
                key={one.id}
                share={one}
                role={roleOf(one)}
                isRemoved={!isKept(one)}
                onRole={(chosen) => setRoles({ ...roles, [one.id]: chosen })}
                onToggle={() => setRemoved(removed.includes(one.id) ? removed.filter((id) => id !== one.id) : [...removed, one.id])}
              />
            ))}
          </ul>
        </section>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" pending={isPending} disabled={!hasChanged} onClick={() => void share()}>
          {emails.length === 0 && hasChanged ? "Save" : "Share"}
        </Button>
      </div>
    </div>
  );
}

type ShareRowProps = {
  share: ProjectShare;
  role: ShareRole;
  isRemoved: boolean;
  onRole: (role: ShareRole) => void;
  onToggle: () => void;
};

function ShareRow({ share, role, isRemoved, onRole, onToggle }: ShareRowProps) {
  return (
    <li className="flex items-center gap-3 border-b border-rule py-2 last:border-b-0">
      <span className={`min-w-0 flex-1 ${isRemoved ? "text-ink-faint line-through" : ""}`}>
        <span className="block truncate">{share.name}</span>
        {share.name !== share.email && <span className="block truncate text-xs text-ink-faint">{share.email}</span>}
      </span>
      {share.isMember && !isRemoved ? (
        <RoleSelect label={`Role of ${share.name}`} role={role} onChange={onRole} />
      ) : (
        <span className="text-xs text-ink-faint">{isRemoved ? "Will be removed" : shareRoleNames[role]}</span>
      )}
      <IconButton
        label={isRemoved ? `Keep ${share.name}` : `Remove ${share.name}`}
        size="small"
        icon={isRemoved ? <RotateCcw /> : <UserMinus />}
        onClick={onToggle}
      />
    </li>
  );
}

/** `ownEmail`: the owner's address, which is never in the list. */
type Sharing = { shares: readonly ProjectShare[]; ownEmail: string };

/** Null until loaded. If loading fails, an error is shown and the dialog closes. */
function useSharing(projectId: string, onClose: () => void): Sharing | null {
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const gone = new AbortController();
    ask<Sharing>(`/api/projects/${projectId}/shares`, { signal: gone.signal }).then(setSharing, (error: unknown) => {
      if (gone.signal.aborted) return;
      console.error("Failed to load project shares", error);
      showToast({ kind: "error", text: "Unable to load project sharing data" });
      close();
    });
    return () => gone.abort();
  }, [projectId]);
  return sharing;
}
