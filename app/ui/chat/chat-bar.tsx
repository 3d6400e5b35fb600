/* Shown above a chat in a project: the project's name, and the table that is asked in it. */
import { FolderOpen, Table2 } from "lucide-react";
import { Link } from "react-router";
import { late } from "../kit/late.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { useChatTools } from "./chat-context.ts";
import { useChat, useForm } from "./use-chat.ts";

const ShareButton = late(() => import("../projects/share-button.tsx")).part("ShareButton");

export function ChatBar() {
  const { store, form } = useChatTools();
  const place = useWorkspace();
  const project = useChat(store, (state) => state.project);
  const review = useForm(form, (state) => state.choices.review);
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
      {review !== undefined && (
        <Link
          to={place.path(`/review/${review.id}`)}
          className="flex min-w-0 items-center gap-2 rounded-lg px-1.5 py-1 touch-target hover:bg-wash hover:text-ink"
        >
          <Table2 className="size-4 shrink-0" aria-hidden="true" />
          <span className="sr-only">Asks the table</span>
          <span className="truncate">{review.name}</span>
        </Link>
      )}
      <span className="flex-1" />
      {project.isOwn && <ShareButton project={project} />}
    </div>
  );
}
