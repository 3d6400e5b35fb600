/*
 * Searches the whole chat, including messages not loaded yet. With an empty query
 * it lists the questions, so that the reader can jump between them.
 */
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import type { FoundInChat } from "#core/chat/chat.ts";
import { Marked } from "../../history/marked.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { TextField } from "../../kit/text-field.tsx";
import { useChatTools } from "../chat-context.ts";
import { clearFound } from "./mark-found.ts";
import { useFind } from "./use-find.ts";

export function FindPanel({ onClose }: { onClose: () => void }) {
  const { store } = useChatTools();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<string | null>(null);
  const { found, problem, isLoading } = useFind(store, query);
  const messages = found?.messages ?? [];
  const index = messages.findIndex(({ id }) => id === at);

  function goTo(id: string) {
    setAt(id);
    store.goTo(id, found?.query);
  }
  /** Newest first, since the page shows the end of the chat. */
  function step(by: 1 | -1) {
    if (messages.length === 0) return;
    const next = index < 0 ? messages.length - 1 : (index + by + messages.length) % messages.length;
    goTo(messages[next]!.id);
  }
  function close() {
    // Also cancels a jump that is still loading its message.
    store.set({ goal: null });
    clearFound();
    onClose();
  }
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const isInField = event.target instanceof HTMLInputElement;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && isInField) step(event.shiftKey ? 1 : -1);
    else if (event.key === "ArrowUp" && isInField) step(-1);
    else if (event.key === "ArrowDown" && isInField) step(1);
    else return;
    event.preventDefault();
  }
  return (
    <aside
      aria-label="Find in this chat"
      onKeyDown={onKey}
      className="flex w-80 shrink-0 flex-col border-l border-rule bg-raised max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-lg max-sm:w-full"
    >
      <div className="flex items-center gap-1 p-2">
        <TextField
          label="Find in this chat"
          hideLabel
          type="search"
          placeholder="Find in this chat"
          maxLength={200}
          autoComplete="off"
          autoFocus
          className="min-w-0 flex-1"
          start={<Search className="size-4 text-ink-faint" />}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setAt(null);
          }}
        />
        <IconButton label="Previous" size="small" icon={<ChevronUp />} disabled={messages.length === 0} onClick={() => step(-1)} />
        <IconButton label="Next" size="small" icon={<ChevronDown />} disabled={messages.length === 0} onClick={() => step(1)} />
        <IconButton label="Close" size="small" icon={<X />} onClick={close} />
      </div>
      <p role="status" className="border-b border-rule px-3 pb-2 text-xs text-ink-soft">
        {problem ?? (isLoading ? "Searching…" : statusOf(found!, index))}
      </p>
      <ol aria-label={query.trim() === "" ? "Questions" : "Messages found"} className="scroll-thin flex-1 overflow-y-auto p-1.5">
        {messages.map(({ id, role, excerpt }) => (
          <li key={id}>
            <button
              type="button"
              ref={id === at ? showInList : undefined}
              aria-current={id === at ? "true" : undefined}
              className="block w-full rounded-lg px-2 py-1.5 text-left hover:bg-wash aria-[current=true]:bg-wash-strong pointer-coarse:min-h-11"
              onClick={() => {
                goTo(id);
                // At this width the panel covers the message.
                if (matchMedia("(max-width: 63.99rem)").matches) onClose();
              }}
            >
              {found?.query !== "" && <span className="block text-xs text-ink-faint">{role === "user" ? "You" : "Stet"}</span>}
              <span dir="auto" className="line-clamp-2 font-serif break-words">
                <Marked text={excerpt || "(no text)"} query={found?.query ?? ""} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </aside>
  );
}

function showInList(button: HTMLButtonElement | null): void {
  button?.scrollIntoView({ block: "nearest" });
}

function statusOf({ messages: { length }, isMore, query }: FoundInChat & { query: string }, index: number): string {
  if (query === "") return `${isMore ? "The last " : ""}${length} ${length === 1 ? "question" : "questions"}`;
  if (length === 0) return `No messages contain “${query}”.`;
  const count = `${isMore ? "more than " : ""}${length} ${length === 1 ? "message" : "messages"}`;
  return index < 0 ? count : `${index + 1} of ${count}`;
}
