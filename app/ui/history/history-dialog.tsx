/* All chats: searched by title and content, opened, renamed, deleted. */
import { Pencil, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { TextField } from "../kit/text-field.tsx";
import { ChatMark } from "../shell/recent-chats.tsx";
import { DeleteChatDialog } from "./delete-chat-dialog.tsx";
import { fragmentOf, searchFor } from "../chat/message-link.ts";
import { Marked } from "./marked.tsx";
import { RenameChatDialog } from "./rename-chat-dialog.tsx";
import { useHistory, type FoundChat } from "./use-history.ts";
import { useWorkspace } from "../shell/use-place.ts";

type HistoryDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The initial query. */
  query: string;
  onRenamed: (chat: { id: string; title: string }) => void;
  onDeleted: (id: string) => void;
};

export function HistoryDialog(props: HistoryDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="Chat history" size="large" isHigh>
      <History {...props} />
    </Dialog>
  );
}

function History({ onOpenChange, query, onRenamed, onDeleted }: HistoryDialogProps) {
  const history = useHistory(query);
  const [renaming, setRenaming] = useState<FoundChat | null>(null);
  const [deleting, setDeleting] = useState<FoundChat | null>(null);
  return (
    <div className="flex h-[min(34rem,64dvh)] flex-col">
      <TextField
        label="Search chats"
        hideLabel
        type="search"
        placeholder="Search titles and messages"
        maxLength={200}
        autoComplete="off"
        start={<Search />}
        end={history.isLoading && <Spinner label="Searching" className="size-4 text-ink-faint" />}
        value={history.query}
        onChange={(event) => history.search(event.currentTarget.value)}
      />
      <div className="scroll-thin -mx-2 mt-3 min-h-0 flex-1 overflow-y-auto px-2" aria-live="polite" aria-busy={history.isLoading}>
        <ul>
          {history.chats.map((chat) => (
            <HistoryRow
              key={chat.id}
              chat={chat}
              query={history.shownQuery}
              onOpen={() => onOpenChange(false)}
              onRename={() => setRenaming(chat)}
              onDelete={() => setDeleting(chat)}
            />
          ))}
        </ul>
        <HistoryEnd history={history} onOpen={() => onOpenChange(false)} />
      </div>
      <RenameChatDialog
        chat={renaming}
        onClose={() => setRenaming(null)}
        onRenamed={(chat) => {
          history.rename(chat);
          onRenamed(chat);
        }}
      />
      <DeleteChatDialog
        chat={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={(id) => {
          history.remove(id);
          onDeleted(id);
        }}
      />
    </div>
  );
}

function HistoryEnd({ history, onOpen }: { history: ReturnType<typeof useHistory>; onOpen: () => void }) {
  const place = useWorkspace();
  if (history.problem !== null) {
    return (
      <EmptyState title="The list could not be loaded" action={<Button onClick={history.retry}>Try again</Button>}>
        {history.problem}
      </EmptyState>
    );
  }
  if (history.chats.length === 0 && !history.isLoading) {
    return history.shownQuery === "" ? (
      <EmptyState
        title="No chats yet"
        action={
          <Link to={place.path("/chat")} onClick={onOpen} className={buttonClass("primary")}>
            New chat
          </Link>
        }
      >
        Your chats are saved here, and you can search them.
      </EmptyState>
    ) : (
      <EmptyState title="Nothing found">No titles or messages contain “{history.shownQuery}”.</EmptyState>
    );
  }
  if (!history.hasOlder) return null;
  return (
    <div className="py-3 text-center">
      <Button variant="quiet" pending={history.isLoading} onClick={history.showOlder}>
        Show older chats
      </Button>
    </div>
  );
}

type HistoryRowProps = { chat: FoundChat; query: string; onOpen: () => void; onRename: () => void; onDelete: () => void };

function HistoryRow({ chat, query, onOpen, onRename, onDelete }: HistoryRowProps) {
  const place = useWorkspace();
  const title = chat.title || "New chat";
  return (
    <li className="group flex items-center gap-1 border-b border-rule last:border-b-0">
      <Link
        to={{ pathname: place.path(`/chat/${chat.id}`), ...hitIn(chat, query) }}
        onClick={onOpen}
        className="my-1 min-w-0 flex-1 rounded-lg px-2.5 py-2 hover:bg-wash"
      >
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate">
            <Marked text={title} query={query} />
          </span>
          <ChatMark chat={chat} />
          <time dateTime={chat.updatedAt} className="shrink-0 text-xs text-ink-faint">
            {whenOf(chat.updatedAt)}
          </time>
        </span>
        {chat.excerpt !== undefined && chat.excerpt !== chat.title && (
          <span className="mt-0.5 line-clamp-2 font-serif text-ink-soft">
            <Marked text={chat.excerpt} query={query} />
          </span>
        )}
      </Link>
      <IconButton label={`Rename ${title}`} icon={<Pencil />} size="small" onClick={onRename} />
      <IconButton label={`Delete ${title}`} icon={<Trash2 />} size="small" className="hover:text-danger" onClick={onDelete} />
    </li>
  );
}

/** A message hit opens the chat at that message. */
function hitIn({ messageId }: FoundChat, query: string): { hash?: string; search?: string } {
  return messageId === undefined ? {} : { hash: fragmentOf(messageId), search: searchFor(query) };
}

/** The server never renders the dialog, so the reader's own time zone is safe to use. */
function whenOf(iso: string): string {
  const [at, now] = [new Date(iso), new Date()];
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(navigator.language, { timeStyle: "short" });
  const isThisYear = at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(navigator.language, {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  }).format(at);
}
