/*
 * Keeps the text checked during writing: in a worker, on pauses, one check at a
 * time. Results for text that has changed since are dropped, because the change has
 * already requested the next check.
 */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import { clauseNumbers } from "#core/clauses/clause-numbers.ts";
import type { ShownFinding } from "#core/clauses/document-checks.ts";
import { documentText, isOneStretch } from "#core/document/document-text.ts";
import { styleLanguages, type StyleLanguage } from "#core/text/sentences.ts";
import type { WritingRules } from "#core/style/house-checks.ts";
import { checkPlugin, hasFindings, isInCode, setFindings } from "./check-plugin.ts";
import type { DraftLanguage } from "../page/draft-language.ts";
import type { CheckAnswer, CheckQuestion, HouseQuestion } from "./checks-worker.ts";

const pauseMs = 700;

/** Null until the text has been checked for the first time. */
export type Checks = { findings: readonly ShownFinding[] | null; remarks: readonly ShownFinding[]; hasFailed: boolean };

export function useChecks(editor: Editor | null, rules: WritingRules | null, language: DraftLanguage | null): Checks {
  const [checks, setChecks] = useState<Checks>({ findings: null, remarks: [], hasFailed: false });
  useEffect(() => {
    if (!editor) return;
    const plugin = checkPlugin();
    editor.registerPlugin(plugin);
    const house = rules === null ? null : { rules, language: styleLanguageOf(language) };
    const end = checkWhileWriting(editor, house, setChecks);
    return () => {
      end();
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor, rules, language]);
  return checks;
}

function styleLanguageOf(language: DraftLanguage | null): StyleLanguage | null {
  return styleLanguages.find((one) => language?.startsWith(one)) ?? null;
}

function checkWhileWriting(editor: Editor, house: HouseQuestion | null, tell: (checks: Checks) => void): () => void {
  const worker = new Worker(new URL("./checks-worker.ts", import.meta.url), { type: "module" });
  let asked: Node | null = null;
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, pauseMs);
  };
  function ask() {
    // Never draws into a word being composed, and the worker handles one request at a time.
    if (asked !== null || editor.view.composing) return later();
    const { doc } = editor.state;
    asked = doc;
    const outline = clauseNumbers(doc).map(({ reference }) => reference);
    const { text, references } = documentText(doc);
    const broken = references.filter(({ isMissing }) => isMissing).map(({ start, end }) => ({ start, end }));
    worker.postMessage({ text, outline, broken, house } satisfies CheckQuestion);
  }
  worker.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
    const { state, view } = editor;
    const isCurrent = asked === state.doc && !view.composing;
    asked = null;
    if (!isCurrent) return later();
    const shown = documentText(state.doc);
    const isShown = ({ start, end }: ShownFinding) => isOneStretch(shown, start, end) && !isInCode(state.doc, { start, end });
    const findings = data.findings.filter(isShown);
    const remarks = data.remarks.filter(isShown);
    // Drawing resets the caret to the editor's last known position, so it is skipped when not needed.
    if (findings.length + remarks.length > 0 || hasFindings(state)) view.dispatch(setFindings(state.tr, { findings, remarks }));
    tell({ findings, remarks, hasFailed: false });
  };
  worker.onerror = () => {
    end();
    tell({ findings: null, remarks: [], hasFailed: true });
  };
  const changed = ({ transaction }: { transaction: { docChanged: boolean } }) => {
    if (transaction.docChanged) later();
  };
  function end() {
    clearTimeout(timer);
    editor.off("transaction", changed);
    worker.terminate();
  }
  editor.on("transaction", changed);
  later();
  return end;
}

export function countOf(findings: readonly ShownFinding[]): string {
  return findings.length === 1 ? "1 thing" : `${findings.length.toLocaleString("en")} things`;
}
