/* Moves a chat into one of the reader's projects, or out of its project. */
import { Folder, FolderX } from "lucide-react";
import { useState } from "react";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ProjectChoice, useProjectList } from "./project-choices.tsx";
import { Link } from "react-router";

export type MovableChat = { id: string; title: string; projectId: string | null };
type MoveChatDialogProps = { chat: MovableChat | null; onClose: () => void };

export function MoveChatDialog({ chat, onClose }: MoveChatDialogProps) {
  // Keeps the text while the dialog closes.
  const [last, setLast] = useState(chat);
  if (chat !== null && chat !== last) setLast(chat);
  return (
    <Dialog
      open={chat !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Move to project"
      description="Everyone with access to the project will see this chat. Its next answers follow the project’s instructions."
      size="small"
    >
      {last !== null && <Choices key={last.id} chat={last} onClose={onClose} />}
    </Dialog>
  );
}

function Choices({ chat, onClose }: { chat: MovableChat; onClose: () => void }) {
  const place = useWorkspace();
  const projects = useProjectList(onClose)?.own ?? null;
  const [pending, setPending] = useState<string | null>(null);

  async function move(to: { id: string; name: string } | null) {
    setPending(to?.id ?? "none");
    try {
      await ask(`/api/chats/${chat.id}`, { method: "PATCH", body: { projectId: to?.id ?? null } });
      showToast({
        kind: "success",
        text: to === null ? "Chat removed from the project." : `Chat moved to “${to.name}”.`,
      });
      onClose();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setPending(null);
    }
  }

  if (projects === null) return <Spinner label="Loading your projects" className="mx-auto my-8 size-5 text-ink-faint" />;
  if (projects.length === 0)
    return (
      <EmptyState
        title="No projects yet"
        action={
          <Link to={place.path("/vault?new")} className={buttonClass("primary")}>
            New project
          </Link>
        }
      />
    );
  return (
    <ul className="scroll-thin -mx-2 max-h-[50dvh] overflow-y-auto">
      {projects.map((project) => (
        <ProjectChoice
          key={project.id}
          icon={<Folder />}
          isCurrent={project.id === chat.projectId}
          isPending={pending === project.id}
          onChoose={() => void move(project)}
        >
          {project.name}
        </ProjectChoice>
      ))}
      {chat.projectId !== null && (
        <ProjectChoice icon={<FolderX />} isCurrent={false} isPending={pending === "none"} onChoose={() => void move(null)}>
          Remove from project
        </ProjectChoice>
      )}
    </ul>
  );
}
