/* Spelling and grammar of an open draft: the findings, the progress, and the one that was clicked. */
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { isWanted, keepMeeting, onProseMemory } from "./prose-memory.ts";
import { allProse, prosePlugin, type PlacedFinding } from "./prose-plugin.ts";
import { ProseReader, type Progress } from "./prose-reader.ts";
import type { DraftLanguage } from "../page/draft-language.ts";

/** `unknown`: no checks exist for this language. */
export type ProseState =
  | { kind: "off" | "unknown" | "failed" }
  | { kind: "reading"; left: number; found: readonly PlacedFinding[] }
  | { kind: "read"; found: readonly PlacedFinding[] };

/** Its card takes focus if it was opened from the keyboard. */
export type PressedFinding = PlacedFinding & { takesFocus?: boolean };
export type Prose = { state: ProseState; pressed: PressedFinding | null; press: (placed: PressedFinding | null) => void };

type Given = { draftId: string; language: DraftLanguage | null; isOn: boolean };

export function useProse(editor: Editor | null, { draftId, language, isOn }: Given): Prose {
  const [state, setState] = useState<ProseState>({ kind: "off" });
  const [pressed, press] = useState<PressedFinding | null>(null);
  const isEnglish = language?.startsWith("en") === true;
  const isRunning = isOn && isEnglish;
  useEffect(() => {
    if (!editor || !isRunning) return;
    const plugin = prosePlugin(press);
    editor.registerPlugin(plugin);
    const tell = ({ left, hasFailed }: Progress) => {
      const found = editor.isDestroyed ? [] : allProse(editor.state);
      setState(hasFailed ? { kind: "failed" } : left > 0 ? { kind: "reading", left, found } : { kind: "read", found });
    };
    const reader = new ProseReader(editor, { isAmerican: language === "en-US", isWanted: isWanted(draftId), tell });
    const end = onProseMemory(() => reader.show(isWanted(draftId)));
    const endMeeting = keepMeeting(draftId);
    return () => {
      end();
      endMeeting();
      reader.close();
      setState({ kind: "off" });
      press(null);
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor, draftId, language, isRunning]);
  const shown: ProseState = !isOn ? { kind: "off" } : !isEnglish ? { kind: "unknown" } : state.kind === "off" ? waiting : state;
  return { state: shown, pressed, press };
}

const waiting: ProseState = { kind: "reading", left: 0, found: [] };
