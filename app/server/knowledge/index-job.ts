/* What is to be indexed, and what is stored of it. */
import type { ProseLanguage } from "#core/sentences.ts";
import { lexiconOf, type Lexicon } from "./analyse.ts";
import { indexFile, type FileIndex, type IndexedText } from "./file-index.ts";
import { indexBlock, type Indexed, type LawBlock } from "./law-index.ts";

export type IndexJob =
  | { kind: "learn"; language: ProseLanguage; texts: readonly string[] }
  | { kind: "block"; language: ProseLanguage; sections: readonly Indexed[] }
  | { kind: "file"; file: IndexedText };
export type IndexAnswer<Job extends IndexJob = IndexJob> = Job extends { kind: "learn" }
  ? Lexicon
  : Job extends { kind: "block" }
    ? LawBlock
    : FileIndex;
/** Words that compounds are split into. */
export type Lexicons = Map<ProseLanguage, Lexicon>;

/** What is learnt is put into `lexicons`. */
export function doIndexJob(job: IndexJob, lexicons: Lexicons): IndexAnswer {
  switch (job.kind) {
    case "learn": {
      const lexicon = lexiconOf(job.texts, job.language);
      lexicons.set(job.language, lexicon);
      return lexicon;
    }
    case "block":
      return indexBlock(job.sections, job.language, lexicons.get(job.language) ?? new Map());
    case "file":
      return indexFile(job.file, withOwnWords(job.file, lexicons));
  }
}

/** What law has taught, and the words that this file itself uses by themselves. */
function withOwnWords({ text, language }: IndexedText, lexicons: Lexicons): Lexicon {
  const own = lexiconOf([text], language);
  const known = lexicons.get(language);
  if (known === undefined) return own;
  for (const [word, count] of known) own.set(word, (own.get(word) ?? 0) + count);
  return own;
}

/** Done before a thread would have started. */
export function isSmallJob(job: IndexJob): boolean {
  switch (job.kind) {
    case "learn":
      return job.texts.length <= 200;
    case "block":
      return job.sections.length <= 200;
    case "file":
      return job.file.text.length <= 30_000;
  }
}
