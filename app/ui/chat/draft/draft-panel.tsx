/*
 * A draft inside an answer: at most 360 px high, of which the text gets 280; an
 * overlay shows the rest. Clicking the text edits it there, leaving it keeps the
 * edit. The answer itself stays as it was written, and the draft can go back to it.
 * Everything but the text is fetched when it is first needed.
 */
import { useState, useSyncExternalStore, type MouseEvent } from "react";
import { emit } from "../../events.ts";
import { late } from "../../kit/late.ts";
import type { movesWith } from "../blocks/chat-text-changes.ts";
import { MarkdownText } from "../blocks/markdown-text.tsx";
import type { LiveText } from "../live-text.ts";
import { useChatTools } from "../chat-context.ts";
import { useReadOnly } from "../use-chat.ts";
import type { Clicked } from "./clicked-position.ts";

const tools = late(() => import("./draft-tools.tsx"));
const DraftTools = tools.part("DraftTools");
const DraftOverlay = tools.part("DraftOverlay");
const editor = late(() => import("./draft-editor.tsx"));
const DraftEditor = editor.part("DraftEditor");

/** The same text is in the panel and in the overlay; it is edited where the reader is. */
type Place = "panel" | "overlay";
type Editing = { place: Place; clicked: Clicked | null | undefined };
type DraftPanelProps = { text: LiveText; open: boolean; messageId: string; blockKey: string };

export function DraftPanel({ text, open, messageId, blockKey }: DraftPanelProps) {
  const [expanded, setExpanded] = useState(false);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [isReady, setReady] = useState(false);
  const name = `${messageId}.${blockKey}`;
  const { store, changes } = useChatTools();
  const isReadOnly = useReadOnly(store);
  const readEdited = () => changes.text(name);
  const edited = useSyncExternalStore(changes.subscribe, readEdited, () => null);

  const hasChanges = useSyncExternalStore(
    changes.subscribe,
    () => changes.open(name).length > 0,
    () => false,
  );

  const isWriting = open && text.open;
  const canEdit = !isWriting && !isReadOnly;
  const current = () => readEdited() ?? text.text;
  function save(value: string, moves: typeof movesWith) {
    const to = value.trim() === "" || value === text.text ? null : value;
    const [from, original] = [current(), text.text];
    const move = moves({ kind: "draft", name }, from, to ?? original);
    if (to !== readEdited()) changes.change([], { name, from, to, original, move });
  }
  function edit(place: Place, clicked: Clicked | null) {
    setReady(false);
    setEditing({ place, clicked });
  }
  // For the pointer only: the text holds links and buttons of its own, so for the keyboard there is Edit draft.
  const click = (place: Place) => (event: MouseEvent<HTMLElement>) => {
    if (!(event.target as Element).closest("a, button") && getSelection()?.isCollapsed !== false)
      edit(place, { x: event.clientX, y: event.clientY, within: event.currentTarget });
  };
  const body = (place: Place) => {
    const isHere = place === (expanded ? "overlay" : "panel");
    const isEditing = canEdit && (editing?.place === place || (hasChanges && isHere));
    return (
      <>
        <div
          hidden={isEditing && isReady}
          className="draft-shown"
          {...(canEdit && { title: "Click to edit", onClick: click(place), onPointerEnter: editor.fetch })}
        >
          <MarkdownText text={isWriting ? text : (edited ?? text)} />
        </div>
        {isEditing && (
          <DraftEditor
            key={editing?.clicked === undefined ? "shown" : "clicked"}
            name={name}
            text={text}
            current={current}
            clicked={editing?.clicked}
            onReady={() => setReady(true)}
            onSave={save}
            onFocus={() => setEditing((now) => now ?? { place, clicked: undefined })}
            onLeave={() => setEditing(null)}
          />
        )}
      </>
    );
  };
  const bar = (place: Place) => (
    <DraftTools
      messageId={messageId}
      name={name}
      text={text}
      edited={edited}
      canEdit={canEdit}
      isReadOnly={isReadOnly}
      onSave={save}
      onEdit={() => edit(place, null)}
      onExpand={() => {
        emit("draftExpand");
        setExpanded(true);
      }}
      isExpanded={place === "overlay"}
    />
  );
  return (
    <section
      aria-label="Draft"
      className="draft-sheet my-4 flex max-h-[360px] flex-col overflow-hidden rounded-xl border border-rule bg-raised"
    >
      <header className="flex min-h-11 items-center gap-1 border-b border-rule py-1 pr-2 font-sans text-sm max-sm:ps-2!">
        <h3 className={`font-medium text-ink-soft ${isWriting ? "" : "max-sm:sr-only"}`}>{isWriting ? "Drafting" : "Draft"}</h3>
        {edited !== null && <span className="ml-1 text-xs text-ink-faint max-sm:sr-only">edited</span>}
        {bar("panel")}
      </header>
      <div
        role="group"
        tabIndex={0}
        aria-label="Text of the draft"
        className="draft-text scroll-thin max-h-[280px] min-h-0 overflow-y-auto pt-4 -outline-offset-2"
      >
        {body("panel")}
      </div>
      {expanded && (
        <DraftOverlay isEdited={edited !== null} tools={bar("overlay")} onClose={() => setExpanded(false)}>
          {body("overlay")}
        </DraftOverlay>
      )}
    </section>
  );
}
