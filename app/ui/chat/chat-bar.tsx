/* Shown above a chat in a project: the project's name, and the chat's owner if that is not the reader. */
import { FolderOpen } from "lucide-react";
import { Link } from "react-router";
import { late } from "../kit/late.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { useChatTools } from "./chat-context.ts";
import { useChat } from "./use-chat.ts";

const ShareButton = late(() => import("../projects/share-button.tsx")).part("ShareButton");

export function ChatBar() {
  const { store } = useChatTools();
  const place = useWorkspace();
  const project = useChat(store, (state) => state.project);
  if (project === null) return null;
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 border-b border-rule px-3 text-ink-soft">
      <Link
        to={place.path(`/vault/projects/${project.id}`)}
        className="flex min-w-0 items-center gap-2 rounded-lg px-1.5 py-1 touch-target hover:bg-wash hover:text-ink"
      >
        <FolderOpen className="size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only">Project</span>
        <span className="truncate">{project.name}</span>
      </Link>
      <span className="flex-1" />
      {project.isOwn && <ShareButton project={project} isNarrow />}
    </div>
  );
}
