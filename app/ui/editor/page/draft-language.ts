/*
 * The language of a draft: chosen by the writer or detected from the text, where it
 * is one of the first five. Spelling and grammar are checked in English; in other
 * languages the browser checks spelling, using the text's `lang`.
 */
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { documentText } from "#core/document/document-text.ts";
import { dialectOf, guessLanguage } from "#core/prose/prose-language.ts";

export const draftLanguages = ["en-GB", "en-US", "sv", "de", "nl", "da", "nb", "fi", "fr", "es", "it", "pt", "pl"] as const;
export type DraftLanguage = (typeof draftLanguages)[number];

export const languageNames: Record<DraftLanguage, string> = {
  "en-GB": "English (UK)",
  "en-US": "English (US)",
  sv: "Swedish",
  de: "German",
  nl: "Dutch",
  da: "Danish",
  nb: "Norwegian",
  fi: "Finnish",
  fr: "French",
  es: "Spanish",
  it: "Italian",
  pt: "Portuguese",
  pl: "Polish",
};

const pauseMs = 2000;
const sampleLength = 4000;

/** Accepts every form a draft's `language` may take, such as "sv-SE" and "en". */
export function knownLanguage(language: string | null): DraftLanguage | null {
  if (language === null) return null;
  const short = language.slice(0, 2).toLowerCase();
  if (short === "en") return /^en-us$/i.test(language) ? "en-US" : "en-GB";
  return draftLanguages.find((one) => one === short) ?? null;
}

/** The detected language; null if it is unclear. */
export function useDetectedLanguage(editor: Editor | null): DraftLanguage | null {
  const [language, setLanguage] = useState<DraftLanguage | null>(null);
  useEffect(() => {
    if (!editor) return;
    let timer = 0;
    const look = () => setLanguage(detected(documentText(editor.state.doc).text.slice(0, sampleLength)));
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(look, pauseMs);
    };
    timer = window.setTimeout(look, 0);
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
    };
  }, [editor]);
  return language;
}

function detected(sample: string): DraftLanguage | null {
  const { language, isAhead } = guessLanguage(sample);
  if (language === undefined || !isAhead) return null;
  if (language !== "en") return language;
  return dialectOf(sample) === "American" ? "en-US" : "en-GB";
}
