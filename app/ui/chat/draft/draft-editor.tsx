/* A draft of an answer as a document: edited where it was clicked, and shown with the changes proposed for it. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { movesWith } from "../blocks/chat-text-changes.ts";
import { useChatTools } from "../chat-context.ts";
import type { LiveText } from "../live-text.ts";
import type { Clicked } from "./clicked-position.ts";
import { DraftSession } from "./draft-session.ts";

type DraftEditorProps = {
  /** Of the text among the chat's. */
  name: string;
  text: LiveText;
  /** The draft as it is now, no matter where it was changed. */
  current: () => string;
  /** Null puts the caret at the end; undefined leaves the focus where it is. */
  clicked: Clicked | null | undefined;
  onReady: () => void;
  /** The changes that are open in it move with its words. */
  onSave: (markdown: string, moves: typeof movesWith) => void;
  onFocus: () => void;
  onLeave: () => void;
};

export function DraftEditor({ name, text, current, clicked, onReady, onSave, onFocus, onLeave }: DraftEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<DraftSession | null>(null);
  const { store, changes } = useChatTools();
  const read = useEffectEvent(current);
  const save = useEffectEvent(onSave);
  const leave = useEffectEvent(onLeave);
  const ready = useEffectEvent(onReady);
  const [at] = useState(clicked);
  // Before the browser paints, so that the text and its editor are never seen together.
  useLayoutEffect(() => {
    const opened = new DraftSession(element.current!, {
      store,
      changes,
      name,
      clicked: at ?? null,
      original: () => text.text,
      read: () => read(),
      save: (markdown) => save(markdown, movesWith),
    });
    setSession(opened);
    ready();
    return () => opened.close();
  }, [at, name, text, store, changes]);
  useEffect(() => {
    if (!session) return;
    if (at !== undefined) session.focus();
    session.keep();
    const end = session.listen(() => leave());
    const unsubscribe = changes.subscribe(session.keep);
    const unwatch = text.watch({ append() {}, replace: session.keep, close: session.keep });
    return () => {
      end();
      unsubscribe();
      unwatch();
    };
  }, [session, changes, text, at]);
  return <div ref={element} className="draft-editor" onFocus={onFocus} />;
}
