/*
 * The command palette: all actions by name, the recent chats, and below them the
 * searches for what has another name. Focus stays in the field; the arrow keys move
 * along the list, Enter runs the selected item.
 */
import { MessageSquare, Search } from "lucide-react";
import { Fragment, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import type { ChatSummary } from "#core/chat/chat.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { listActions, useActions, type Action } from "./actions.ts";
import { Spinner } from "../kit/spinner.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { searchActions } from "./search-actions.ts";
import { resultsOf, type Result } from "./search-results.ts";
import { useSearch, type Searched } from "./use-search.ts";

type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chats: readonly ChatSummary[];
  openChat: (id: string) => void;
  /** Searches every message of every chat for the words. */
  searchMessages: (query: string) => void;
};

const chatsShown = 6;

export function Palette(props: PaletteProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="Command palette" hideTitle isHigh>
      <PaletteList {...props} />
    </Dialog>
  );
}

function PaletteList({ onOpenChange, chats, openChat, searchMessages }: PaletteProps) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // Sooner than the dialog does, or the first character goes to the field behind; but after it has recorded where
  // focus was.
  useLayoutEffect(() => queueMicrotask(() => field.current?.focus()), []);
  const id = useId();
  // Only for the re-render; availability is checked again below.
  useActions();
  const place = useWorkspace();
  const navigate = useNavigate();
  const { searched, search: searchElsewhere, leave } = useSearch();
  const ways = {
    goTo: (path: string) => void navigate(place.path(path)),
    open: (url: string) => void window.open(url, "_blank", "noopener"),
  };
  const results = searched?.found ? resultsOf(searched.found, ways) : [];
  const items: Item[] =
    searched === null
      ? [...itemsFor(query, chats, openChat), ...searchesFor(query, searchMessages, (words) => void searchElsewhere(words))]
      : results;
  const active = Math.min(at, items.length - 1);

  function search(next: string): void {
    setQuery(next);
    setAt(0);
    leave();
  }
  function run(item: Item): void {
    setAt(0);
    if (item.stays === true) return item.run();
    onOpenChange(false);
    // After the dialog has restored focus, which would otherwise steal it from what opens now.
    setTimeout(item.run);
  }
  function press(event: KeyboardEvent): void {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing && items[active] !== undefined) {
      event.preventDefault();
      run(items[active]);
    } else if (next !== undefined && items.length > 0 && !((event.key === "Home" || event.key === "End") && query !== "")) {
      event.preventDefault();
      const wrapped = (next + items.length) % items.length;
      setAt(wrapped);
      list.current?.querySelectorAll('[role="option"]')[wrapped]?.scrollIntoView({ block: "nearest" });
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-rule px-4">
        <Search className="size-4 shrink-0 text-ink-faint" />
        <input
          dir="auto"
          ref={field}
          role="combobox"
          aria-label="Find an action or a chat"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
          placeholder="Find an action or a chat…"
          value={query}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={press}
          autoComplete="off"
          spellCheck={false}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <Kbd shortcut="escape" />
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Actions and chats"
        className="scroll-thin max-h-[min(26rem,60dvh)] overflow-y-auto p-2"
      >
        {searched !== null && <SearchStatus searched={searched} count={results.length} />}
        {items.map((item, i) => (
          <Fragment key={item.id}>
            {items[i - 1]?.group !== item.group && (
              <div role="presentation" className="group-label px-2.5 pt-2.5 pb-1">
                {item.group}
              </div>
            )}
            <PaletteItem item={item} id={`${id}-${i}`} isActive={i === active} onPoint={() => setAt(i)} onRun={() => run(item)} />
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** `stays` keeps the palette open. */
type Item = Action & Partial<Pick<Result, "excerpt">> & { stays?: boolean };

function SearchStatus({ searched: { query, found, problem }, count }: { searched: Searched; count: number }) {
  const words = problem ?? (found === null ? "Searching…" : count === 0 ? `No draft, file or law contains “${query}”.` : null);
  if (words === null) return null;
  return (
    <div role="presentation" className="flex items-center gap-2.5 px-2.5 py-2 text-ink-soft">
      {found === null && problem === null && <Spinner className="size-4" />}
      <span role="status">{words}</span>
    </div>
  );
}

type PaletteItemProps = { item: Item; id: string; isActive: boolean; onPoint: () => void; onRun: () => void };

function PaletteItem({ item, id, isActive, onPoint, onRun }: PaletteItemProps) {
  return (
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onRun}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-lg px-2.5 py-1.5 select-none aria-selected:bg-wash-strong pointer-coarse:min-h-11"
    >
      {item.group === chatGroup && <MessageSquare className="size-4 shrink-0 text-ink-faint" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{item.title}</span>
        {item.excerpt !== undefined && item.excerpt !== "" && (
          <span dir="auto" className="block truncate font-serif text-ink-soft">
            {item.excerpt}
          </span>
        )}
      </span>
      {item.shortcut !== undefined && <Kbd shortcut={item.shortcut} />}
    </div>
  );
}

const chatGroup = "Recent chats";

/** Offered below the actions, whatever is typed. */
function searchesFor(query: string, messages: (words: string) => void, elsewhere: (words: string) => void): Item[] {
  const words = query.trim();
  if (words === "") return [];
  return [
    { id: "search.messages", title: `Search all messages for “${words}”`, group: "Search", run: () => messages(words) },
    {
      id: "search.elsewhere",
      title: `Search drafts, files and law for “${words}”`,
      group: "Search",
      stays: true,
      run: () => elsewhere(words),
    },
  ];
}

/** Grouped, with groups in the order of their best match. */
function itemsFor(query: string, chats: readonly ChatSummary[], openChat: (id: string) => void): Action[] {
  const toChats = chats.map((chat) => ({
    id: `chat ${chat.id}`,
    title: chat.title || "New chat",
    group: chatGroup,
    run: () => openChat(chat.id),
  }));
  const found = Map.groupBy(searchActions([...listActions(), ...toChats], query), (item) => item.group);
  return [...found].flatMap(([group, items]) => (group === chatGroup ? items.slice(0, chatsShown) : items));
}
