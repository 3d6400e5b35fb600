/*
 * The command palette: all actions by name, and the recent chats. Focus stays in
 * the field; the arrow keys move along the list, Enter runs the selected item.
 */
import { MessageSquare, Search } from "lucide-react";
import { Fragment, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { ChatSummary } from "#core/chat/chat.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { listActions, useActions, type Action } from "./actions.ts";
import { searchActions } from "./search-actions.ts";

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
  const items = [...itemsFor(query, chats, openChat), ...searchFor(query, searchMessages)];
  const active = Math.min(at, items.length - 1);

  function search(next: string): void {
    setQuery(next);
    setAt(0);
  }
  function run(item: Action): void {
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

type PaletteItemProps = { item: Action; id: string; isActive: boolean; onPoint: () => void; onRun: () => void };

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
      <span className="min-w-0 flex-1 truncate">{item.title}</span>
      {item.shortcut !== undefined && <Kbd shortcut={item.shortcut} />}
    </div>
  );
}

const chatGroup = "Recent chats";

/** Fallbacks offered for any query. */
function searchFor(query: string, search: (query: string) => void): Action[] {
  const words = query.trim();
  if (words === "") return [];
  return [{ id: "search.messages", title: `Search all messages for “${words}”`, group: "Search", run: () => search(words) }];
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
