/*
 * What a slash in the composer offers: saved prompts, and templates of the library. The focus stays in the field; arrows
 * move, Enter or Tab chooses, Escape returns to writing. A template opens its form first.
 */
import { BookmarkPlus, LibraryBig } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { withTypedNumbers } from "#core/templates/fill-template.ts";
import type { LibraryFinds } from "#core/templates/library-search.ts";
import { ask } from "../ask.ts";
import { late } from "../kit/late.ts";
import { useHasOpened } from "../kit/use-has-opened.ts";
import type { Inserted } from "../library/insert-dialog.tsx";
import { setText } from "./field-text.ts";
import { listPrompts } from "./prompts.ts";
import { slashBefore, type Slash } from "./slash-before.ts";

const InsertDialog = late(() => import("../library/insert-dialog.tsx")).part("InsertDialog");

type Choice = { id: string; label: string; kind: "prompt" | "template"; text: string };
type Field = { field: RefObject<HTMLTextAreaElement | null> };
type Range = { from: number; to: number };

export function ComposerSlash({ field }: Field) {
  const { slash, dismiss } = useSlash(field);
  const choices = useChoices(slash?.query ?? null);
  const [filling, setFilling] = useState<{ id: string; range: Range } | null>(null);

  const hasFilled = useHasOpened(filling !== null);

  function put({ from, to }: Range, text: string) {
    const element = field.current!;
    setText(element, element.value.slice(0, from) + text + element.value.slice(to));
    // The dialog returns the focus first.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(from + text.length, from + text.length);
    });
  }
  function take({ id, kind, text }: Choice) {
    const range = { from: slash!.from, to: field.current!.selectionEnd };
    dismiss();
    if (kind === "prompt") put(range, text);
    else setFilling({ id, range });
  }
  function insert({ markdown }: Inserted) {
    setFilling(null);
    put(filling!.range, withTypedNumbers(markdown));
  }
  return (
    <>
      {slash !== null && choices.length > 0 && (
        <Choices key={slash.from} field={field} choices={choices} onTake={take} onDismiss={dismiss} />
      )}
      {hasFilled && (
        <InsertDialog open={filling !== null} templateId={filling?.id ?? null} onClose={() => setFilling(null)} onInsert={insert} />
      )}
    </>
  );
}

/** The slash before the caret, until the writer has dismissed it or gone elsewhere. */
function useSlash(field: RefObject<HTMLTextAreaElement | null>) {
  const [slash, setSlash] = useState<Slash | null>(null);
  const dismissed = useRef<number | null>(null);
  useEffect(() => {
    const element = field.current!;
    function look() {
      const found = slashBefore(element);
      if (found === null) dismissed.current = null;
      setSlash(found !== null && dismissed.current === found.from ? null : found);
    }
    const leave = () => setSlash(null);
    look();
    element.addEventListener("input", look);
    element.addEventListener("blur", leave);
    return () => {
      element.removeEventListener("input", look);
      element.removeEventListener("blur", leave);
    };
  }, [field]);
  function dismiss() {
    dismissed.current = slash?.from ?? null;
    setSlash(null);
  }
  return { slash, dismiss };
}

const pauseMs = 120;
const mostOfEach = 6;
type Offered = { id: string; name: string };
type Listed = { templates: Offered[]; builtIn: Offered[] };

/**
 * What the library's search finds by name: a list that opens for words of some text would take Enter from who only wrote
 * a slash.
 */
async function offeredFor(query: string, signal: AbortSignal): Promise<Offered[]> {
  if (query.trim() === "") {
    const { templates, builtIn } = await ask<Listed>("/api/library/templates", { signal });
    return [...templates, ...builtIn];
  }
  const asked = new URLSearchParams({ query, in: "templates,clauses" });
  const { found } = await ask<LibraryFinds>(`/api/library/search?${asked}`, { signal });
  return found.flatMap(({ id, name }) => (name.marks.length > 0 ? [{ id, name: name.text }] : []));
}

/** What contains the words; empty while nothing is asked. A list that cannot be loaded offers nothing. */
function useChoices(query: string | null): readonly Choice[] {
  const [found, setFound] = useState<{ query: string; choices: readonly Choice[] } | null>(null);
  const isAsked = query !== null;
  const prompts = useRef<ReturnType<typeof listPrompts>>(null);
  useEffect(() => {
    if (!isAsked) prompts.current = null;
  }, [isAsked]);
  useEffect(() => {
    if (query === null) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      prompts.current ??= listPrompts().catch(() => []);
      const templates = offeredFor(query, gone.signal).catch(() => []);
      void Promise.all([prompts.current, templates]).then(([kept, listed]) => {
        if (!gone.signal.aborted) setFound({ query, choices: choicesOf(query, kept, listed) });
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [query]);
  if (query === null || found === null) return [];
  // Until the server has answered, what is known already: Enter must not take what no longer matches.
  return found.query === query ? found.choices : found.choices.filter((one) => matches(one, query));
}

function matches({ label, text }: Choice, query: string): boolean {
  return `${label} ${text}`.toLowerCase().includes(query.toLowerCase());
}

function choicesOf(query: string, prompts: readonly { id: string; text: string }[], offered: readonly Offered[]): Choice[] {
  const words = query.toLowerCase();
  return [
    ...prompts
      .filter(({ text }) => text.toLowerCase().includes(words))
      .slice(0, mostOfEach)
      .map(({ id, text }) => ({ id, kind: "prompt" as const, label: text.replaceAll(/\s+/g, " ").slice(0, 120), text })),
    ...offered.slice(0, mostOfEach).map(({ id, name }) => ({ id, kind: "template" as const, label: name, text: "" })),
  ];
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
        {choices.length === 1 ? "1 prompt or template" : `${choices.length} prompts and templates`}
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
            key={`${choice.kind} ${choice.id}`}
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
            {choice.kind === "prompt" ? <BookmarkPlus aria-hidden="true" /> : <LibraryBig aria-hidden="true" />}
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {choice.label}
            </span>
            <span className="shrink-0 text-xs text-ink-faint">{choice.kind === "prompt" ? "Prompt" : "Template"}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
