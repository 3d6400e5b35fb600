/* A project's chats and drafts, as lists. */
import { FileText, MessageSquare } from "lucide-react";
import type { ChatSummary } from "#core/chat/chat.ts";
import type { DraftSummary } from "#core/document/draft.ts";
import type { Project } from "#core/workspace/project.ts";
import { ChatMenu } from "../shell/chat-menu.tsx";
import { ChatMark } from "../shell/recent-chats.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { DraftMenu } from "../drafts/draft-menu.tsx";
import { NewDraft } from "./new-draft.tsx";
import { Row, Shelf } from "./shelf.tsx";

export function ChatShelf({ project, chats, hasOlder }: { project: Project; chats: readonly ChatSummary[]; hasOlder: boolean }) {
  const place = useWorkspace();
  return (
    <Shelf
      title="Chats"
      count={project.counts.chats}
      isEmpty={chats.length === 0}
      empty={project.mayWrite ? "Start a chat here, or move one in from its menu in the sidebar." : "No chats yet"}
      end={
        hasOlder && (
          <p className="px-3 py-2 text-xs text-ink-faint">The {chats.length} newest are listed. Use search to find the others.</p>
        )
      }
    >
      {chats.map((chat) => (
        <Row
          key={chat.id}
          to={place.path(`/chat/${chat.id}`)}
          icon={<MessageSquare />}
          at={chat.updatedAt}
          menu={chat.isOwner && <ChatMenu chat={chat} />}
        >
          <span className="min-w-0 flex-1 truncate">{chat.title || "New chat"}</span>
          {!chat.isOwner && <Maker name={chat.ownerName} />}
          <ChatMark chat={chat} />
        </Row>
      ))}
    </Shelf>
  );
}

/** Who made it, where it isn't plain. */
function Maker({ name }: { name: string | null | undefined }) {
  return name ? <span className="max-w-40 truncate text-xs text-ink-faint max-sm:hidden">{name}</span> : null;
}

export function DraftShelf({ project, drafts }: { project: Project; drafts: readonly DraftSummary[] }) {
  const place = useWorkspace();
  return (
    <Shelf
      title="Drafts"
      count={drafts.length}
      isEmpty={drafts.length === 0}
      empty={
        project.mayWrite
          ? "Start one here or from a file. You can also save a draft from an answer here with Create draft."
          : "No drafts yet"
      }
      actions={project.mayWrite && <NewDraft projectId={project.id} />}
    >
      {drafts.map((draft) => (
        <Row
          key={draft.id}
          to={place.path(`/vault/projects/${project.id}/drafts/${draft.id}`)}
          icon={<FileText />}
          at={draft.updatedAt}
          menu={(project.isOwner || (project.mayWrite && draft.isMine)) && <DraftMenu draft={draft} />}
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate">
              {draft.name}
              {draft.isPrecedent && <span className="ml-2 text-xs text-ink-faint">Precedent</span>}
            </span>
            {draft.excerpt !== "" && <span className="block truncate font-serif text-ink-faint">{draft.excerpt}</span>}
          </span>
          {draft.madeBy !== project.ownerName && <Maker name={draft.madeBy} />}
        </Row>
      ))}
    </Shelf>
  );
}
