/* A draft of an answer, edited as a document where it was clicked. */
import "../../editor/page/editor.css";
import "./draft-editor.css";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useChatTools } from "../chat-context.ts";
import type { LiveText } from "../live-text.ts";
import type { Clicked } from "./clicked-position.ts";
import { DraftSession } from "./draft-session.ts";

type DraftEditorProps = {
  text: LiveText;
  /** The draft as it is now, no matter where it was changed. */
  current: () => string;
  /** Null puts the caret at the end. */
  clicked: Clicked | null;
  onReady: () => void;
  onSave: (markdown: string) => void;
  onLeave: () => void;
};

export function DraftEditor({ text, current, clicked, onReady, onSave, onLeave }: DraftEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<DraftSession | null>(null);
  const { changes } = useChatTools();
  const read = useEffectEvent(current);
  const save = useEffectEvent(onSave);
  const leave = useEffectEvent(onLeave);
  const ready = useEffectEvent(onReady);
  const [at] = useState(clicked);
  // Before the browser paints, so that the text and its editor are never seen together.
  useLayoutEffect(() => {
    const opened = new DraftSession(element.current!, { clicked: at, read: () => read(), save: (markdown) => save(markdown) });
    setSession(opened);
    ready();
    return () => opened.close();
  }, [at]);
  useEffect(() => {
    if (!session) return;
    session.focus();
    const end = session.listen(() => leave());
    const unsubscribe = changes.subscribe(session.keep);
    const unwatch = text.watch({ append() {}, replace: session.keep, close: session.keep });
    return () => {
      end();
      unsubscribe();
      unwatch();
    };
  }, [session, changes, text]);
  return <div ref={element} className="draft-editor" />;
}
