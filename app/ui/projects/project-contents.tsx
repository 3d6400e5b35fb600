/* What is in a project: its chats and its drafts, as lists. */
import { FileText, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ChatSummary } from "#core/chat.ts";
import type { DraftSummary } from "#core/draft.ts";
import type { Project } from "#core/project.ts";
import { ChatMenu } from "../shell/chat-menu.tsx";
import { ChatMark } from "../shell/recent-chats.tsx";
import { usePlace } from "../shell/use-place.ts";
import { NewDraft } from "./new-draft.tsx";
import { dayOf } from "./project-words.ts";

export function ChatShelf({ project, chats, hasOlder }: { project: Project; chats: readonly ChatSummary[]; hasOlder: boolean }) {
  const place = usePlace();
  return (
    <Shelf
      title="Chats"
      count={project.counts.chats}
      isEmpty={chats.length === 0}
      empty={
        project.isOwner
          ? "Begin a chat here, or move one into the project from its menu in the sidebar."
          : "The chats of this project will be here."
      }
      end={
        hasOlder && (
          <p className="px-3 py-2 text-xs text-ink-faint">The {chats.length} newest are listed. The search finds the others.</p>
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
          <ChatMark chat={chat} />
        </Row>
      ))}
    </Shelf>
  );
}

export function DraftShelf({ project, drafts }: { project: Project; drafts: readonly DraftSummary[] }) {
  const place = usePlace();
  return (
    <Shelf
      title="Drafts"
      count={drafts.length}
      isEmpty={drafts.length === 0}
      empty={
        project.isOwner
          ? "Begin one here, or from a file that you got. A draft in an answer can be kept here too: its Create draft asks which project."
          : "The drafts of this project will be here."
      }
      actions={project.isOwner && <NewDraft projectId={project.id} />}
    >
      {drafts.map((draft) => (
        <Row
          key={draft.id}
          to={place.path(`/vault/projects/${project.id}/drafts/${draft.id}`)}
          icon={<FileText />}
          at={draft.updatedAt}
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate">{draft.name}</span>
            {draft.excerpt !== "" && <span className="block truncate font-serif text-ink-faint">{draft.excerpt}</span>}
          </span>
        </Row>
      ))}
    </Shelf>
  );
}

type ShelfProps = {
  title: string;
  count: number;
  isEmpty: boolean;
  empty: string;
  actions?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
};

function Shelf({ title, count, isEmpty, empty, actions, end, children }: ShelfProps) {
  return (
    <section aria-label={title} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-serif text-title">
          {title} {count > 0 && <span className="text-ink-faint tabular-nums">{count}</span>}
        </h2>
        {actions}
      </div>
      {isEmpty ? <p className="mt-2 text-ink-faint text-pretty">{empty}</p> : <ul className="mt-1.5 -mx-3">{children}</ul>}
      {end}
    </section>
  );
}

type RowProps = { to: string; icon: ReactNode; at: string; menu?: ReactNode; children: ReactNode };

function Row({ to, icon, at, menu, children }: RowProps) {
  return (
    <li className="group flex items-center gap-1 border-b border-rule last:border-b-0">
      <Link
        to={to}
        className="my-1 flex min-h-10 min-w-0 flex-1 items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-wash pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
      >
        {icon}
        {children}
        <time dateTime={at} className="shrink-0 text-xs text-ink-faint">
          {dayOf(at)}
        </time>
      </Link>
      {menu}
    </li>
  );
}
