/* The list that a slash opens: what the library offers for the letters behind it. */
import { BookmarkPlus, LibraryBig, UserRound } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { LibraryFinds, SearchedShelf } from "#core/templates/library-search.ts";
import type { ContactPage } from "#core/contacts/contact.ts";
import { ask } from "../ask.ts";

export type Choice = { id: string; label: string; shelf: SearchedShelf | "contacts" };
type Field = { field: RefObject<HTMLTextAreaElement | null> };
type OfferedProps = Field & { query: string; onTake: (choice: Choice) => void; onDismiss: () => void };

export function SlashChoices({ query, ...rest }: OfferedProps) {
  const choices = useChoices(query);
  return choices.length > 0 && <Choices choices={choices} {...rest} />;
}

const pauseMs = 120;
const mostOfEach = 6;
const leastLetters = 2;
type Listed = Record<"templates" | "builtIn", { id: string; name: string }[]>;

/**
 * What the library's search finds by name, and of one's own prompts by their words: a list that opens for words of some
 * template would take Enter from who only wrote a slash.
 */
async function offeredFor(query: string, signal: AbortSignal): Promise<Choice[]> {
  if (query.trim() === "") return (await Promise.all([listed("prompts", signal), listed("templates", signal)])).flat();
  const asked = new URLSearchParams({ query, in: "prompts,templates,clauses", similar: "false" });
  const [{ found }, contacts] = await Promise.all([
    ask<LibraryFinds>(`/api/library/search?${asked}`, { signal }),
    contactsCalled(query, signal),
  ]);
  const offered = found.filter(({ name, shelf, isBuiltIn }) => name.marks.length > 0 || (shelf === "prompts" && !isBuiltIn));
  const ofKind = (isPrompt: boolean) =>
    offered
      .filter(({ shelf }) => (shelf === "prompts") === isPrompt)
      .slice(0, mostOfEach)
      .map(({ id, name, shelf }) => ({ id, label: name.text, shelf }));
  return [...ofKind(true), ...ofKind(false), ...contacts];
}

/** By the beginnings of the words of their names: a letter that is somewhere in an address is no call for a contact. */
async function contactsCalled(query: string, signal: AbortSignal): Promise<Choice[]> {
  const asked = query.trim().toLowerCase();
  if (asked.length < leastLetters) return [];
  const { contacts } = await ask<ContactPage>(`/api/contacts?${new URLSearchParams({ query: asked })}`, { signal });
  return contacts
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${asked}`))
    .slice(0, mostOfEach)
    .map(({ id, name }) => ({ id, label: name, shelf: "contacts" as const }));
}

async function listed(shelf: "prompts" | "templates", signal: AbortSignal): Promise<Choice[]> {
  const { templates, builtIn } = await ask<Listed>(`/api/library/templates?shelf=${shelf}`, { signal });
  return [...templates, ...builtIn].slice(0, mostOfEach).map(({ id, name }) => ({ id, label: name, shelf }));
}

/** What matches. A list that cannot be loaded offers nothing. */
function useChoices(query: string): readonly Choice[] {
  const [found, setFound] = useState<{ query: string; choices: readonly Choice[] } | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(() => {
      const offered = offeredFor(query, gone.signal).catch(() => []);
      void offered.then((choices) => {
        if (!gone.signal.aborted) setFound({ query, choices });
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [query]);
  if (found === null) return [];
  // Until the server has answered, what is known already: Enter must not take what no longer matches.
  if (found.query === query) return found.choices;
  return found.choices.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()));
}

function iconOf({ shelf }: Choice) {
  if (shelf === "contacts") return <UserRound aria-hidden="true" />;
  return shelf === "prompts" ? <BookmarkPlus aria-hidden="true" /> : <LibraryBig aria-hidden="true" />;
}

/** What is asked for here is of three shelves, and contacts. */
function wordFor(shelf: Choice["shelf"]): string {
  if (shelf === "contacts") return "Contact";
  if (shelf === "prompts") return "Prompt";
  return shelf === "clauses" ? "Clause" : "Template";
}

type ChoicesProps = Field & { choices: readonly Choice[]; onTake: (choice: Choice) => void; onDismiss: () => void };

function Choices({ field, choices, onTake, onDismiss }: ChoicesProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setAt] = useState(0);
  const at = Math.min(chosen, choices.length - 1);

  useLayoutEffect(() => {
    const { left, top, bottom, width } = field.current!.form!.getBoundingClientRect();
    const { style, offsetHeight } = list.current!;
    style.left = `${left}px`;
    style.width = `${Math.min(width, 480)}px`;
    style.top = `${top > offsetHeight + 16 ? top - offsetHeight - 8 : bottom + 8}px`;
  });
  useEffect(() => {
    const element = field.current!;
    const said = { "aria-autocomplete": "list", "aria-controls": id, "aria-activedescendant": `${id}-${at}` };
    for (const [name, value] of Object.entries(said)) element.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(said)) element.removeAttribute(name);
    };
  }, [field, id, at]);
  // Before React's own listeners, so that Enter does not send.
  useEffect(() => {
    const element = field.current!;
    function onKey(event: KeyboardEvent) {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setAt((at + step + choices.length) % choices.length);
      else if (event.key === "Enter" || event.key === "Tab") onTake(choices[at]!);
      else if (event.key === "Escape") onDismiss();
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    element.addEventListener("keydown", onKey);
    return () => element.removeEventListener("keydown", onKey);
  });
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <>
      <span role="status" className="sr-only">
        {choices.length === 1 ? "1 choice" : `${choices.length} choices`}
      </span>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label="Prompts and templates"
        className="scroll-thin fixed z-40 max-h-72 overflow-y-auto rounded-xl border border-rule bg-raised p-1 shadow-panel"
      >
        {choices.map((choice, i) => (
          <li
            key={choice.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => setAt(i)}
            onPointerDown={(event) => {
              // The focus stays in the field.
              event.preventDefault();
              onTake(choice);
            }}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 touch-target aria-selected:bg-wash-strong [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
          >
            {iconOf(choice)}
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {choice.label}
            </span>
            <span className="shrink-0 text-xs text-ink-faint">{wordFor(choice.shelf)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
