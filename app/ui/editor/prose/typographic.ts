/*
 * Quotation marks, dashes and ellipses are set as they are typed, unless this device types them straight. What does it
 * is fetched once the editor is there.
 */
import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import { useViewChoices } from "../page/draft-view.ts";

/** `language` is null while nothing is known about the text: then the browser's language decides. */
export function setTypographic(editor: Editor, language: string | null): () => void {
  let isWanted = true;
  let remove = () => {};
  async function add() {
    const { typing } = await import("./typing-plugin.ts");
    if (!isWanted || editor.isDestroyed) return;
    const plugin = typing(regional(language));
    editor.registerPlugin(plugin, (own, others) => [own, ...others]);
    remove = () => !editor.isDestroyed && void editor.unregisterPlugin(plugin.spec.key!);
  }
  // Without a network the characters stay as they are typed.
  add().catch(() => {});
  return () => {
    isWanted = false;
    remove();
  };
}

/** Swiss quotation marks for a Swiss browser, where only "German" is known. */
function regional(language: string | null): string {
  const { language: here } = navigator;
  return language === null || here.startsWith(`${language}-`) ? here : language;
}

export function useTypographic(editor: Editor | null, language: string | null): void {
  const { isStraight } = useViewChoices();
  useEffect(
    () => (editor?.isEditable && !isStraight ? setTypographic(editor, language) : undefined),
    [editor, language, isStraight],
  );
}
