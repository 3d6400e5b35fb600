/* Indexing jobs and their results. */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { lexiconOf, type Lexicon, type WordCounts } from "./analyse.ts";
import { indexFile, type FileIndex, type IndexedText } from "./file-index.ts";
import { Tokenizing } from "./tokenizer.ts";
import { tokenizeSections, indexBlock, type TokenizedLaw, type Indexed, type LawBlock } from "./law-index.ts";

export type IndexJob =
  /** Some sections of a block, with more to come. */
  | { kind: "gather"; gathering: number; language: ProseLanguage; sections: readonly Indexed[] }
  /**
   * Completes a block from what was gathered, if anything, and these sections. Without a lexicon,
   * one is learned from them.
   */
  | { kind: "block"; gathering: number | null; language: ProseLanguage; sections: readonly Indexed[]; lexicon: Lexicon | null }
  | { kind: "files"; files: readonly IndexedText[] };
export type IndexAnswer<Job extends IndexJob = IndexJob> = Job extends { kind: "gather" }
  ? null
  : Job extends { kind: "block" }
    ? LawBlock & { lexicon: Lexicon }
    : (FileIndex | { error: string })[];
/** What is kept between jobs. */
export type IndexState = {
  /** Words into which compounds are split. */
  lexicons: Map<ProseLanguage, Lexicon>;
  gathered: Map<number, TokenizedLaw>;
};

export function emptyState(): IndexState {
  return { lexicons: new Map(), gathered: new Map() };
}

export function doIndexJob(job: IndexJob, { lexicons, gathered }: IndexState): IndexAnswer {
  switch (job.kind) {
    case "gather": {
      const law = gathered.get(job.gathering) ?? { gathering: new Tokenizing(job.language), ids: [] };
      gathered.set(job.gathering, law);
      tokenizeSections(law, job.sections);
      return null;
    }
    case "block": {
      const law = gathered.get(job.gathering ?? 0) ?? { gathering: new Tokenizing(job.language), ids: [] };
      if (job.gathering !== null) gathered.delete(job.gathering);
      tokenizeSections(law, job.sections);
      const lexicon = job.lexicon ?? law.gathering.learn();
      return { ...indexBlock(law, lexicon), lexicon };
    }
    case "files":
      return job.files.map((file) => {
        try {
          return indexFile(file, withOwnWords(file, lexicons.get(file.language)));
        } catch (error) {
          // The other files are unaffected.
          return { error: String(error) };
        }
      });
  }
}

/** Words learned from law, plus those this file itself uses as whole words. */
function withOwnWords({ text, language }: IndexedText, known: Lexicon | undefined): WordCounts {
  const own = lexiconOf([[text, 1]], language);
  if (known === undefined || known.size === 0) return own;
  return { size: own.size + known.size, get: (word) => (own.get(word) ?? 0) + (known.get(word) ?? 0) || undefined };
}

/** Faster than starting a thread. */
export function isSmallJob(job: IndexJob): boolean {
  switch (job.kind) {
    case "gather":
      return false;
    case "block":
      return job.gathering === null && job.sections.length <= 200;
    case "files":
      return job.files.reduce((sum, { text }) => sum + text.length, 0) <= 30_000;
  }
}
