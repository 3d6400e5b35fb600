/*
 * Checks spelling and grammar one paragraph at a time, off the main thread. Harper
 * is sixteen megabytes of WebAssembly, self-hosted and loaded with this worker,
 * which runs only while the writer wants it.
 */
import { Dialect, LocalLinter } from "harper.js";
import { slimBinary } from "harper.js/slimBinary";
import { lintsOf, placeOfLint } from "#core/prose/grammar-lint.ts";
import { findingsOfLints, knownWords } from "#core/prose/grammar-policy.ts";
import { looksLegal } from "#core/law/legal-text.ts";
import type { ProseFinding } from "./prose-plugin.ts";

export type ProseQuestion =
  /** The whole text, to recognize names, terms, and spellings that recur on purpose. */
  { kind: "about"; text: string; isAmerican: boolean } | { kind: "block"; id: number; text: string };
export type ProseAnswer = { id: number; findings: ProseFinding[] };

let linter: LocalLinter | null = null;
let isKnown: (word: string) => boolean = () => false;
let isLegal = false;

async function about({ text, isAmerican }: Extract<ProseQuestion, { kind: "about" }>): Promise<void> {
  isKnown = knownWords(text);
  isLegal = looksLegal(text);
  const dialect = isAmerican ? Dialect.American : Dialect.British;
  if (linter === null) linter = new LocalLinter({ binary: slimBinary, dialect });
  else await linter.setDialect(dialect);
}

async function check({ id, text }: Extract<ProseQuestion, { kind: "block" }>): Promise<ProseAnswer> {
  const groups = await linter!.organizedLints(text, { language: "plaintext" });
  const lints = lintsOf(groups).flatMap((lint) => {
    const place = placeOfLint(text, lint);
    return place ? [{ ...lint, ...place }] : [];
  });
  return { id, findings: findingsOfLints(text, lints, isLegal, isKnown).findings };
}

let turn: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ProseQuestion>) => {
  turn = turn.then(async () => {
    if (data.kind === "about") await about(data);
    else self.postMessage(await check(data));
  });
  // A failure here affects every paragraph, so the page is notified through the worker's error event.
  turn.catch((error: unknown) =>
    setTimeout(() => {
      throw error;
    }),
  );
};
