/*
 * Reads the scanned pages of uploaded files: a few by itself, many when asked. It is a job (server/jobs) in which each
 * page is kept when it was read, so a stop or a crash costs one page. When all are read, their text is put where the
 * pages are; the file itself is never changed.
 */
import {
  mostReadUnasked,
  recognisableLanguages,
  type RecognisableLanguage,
  type RecognisedPage,
} from "#core/sources/recognised-page.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import type { Person, Plan } from "#core/workspace/policy.ts";
import { findPersonAt } from "../../accounts/actor.ts";
import type { Updates } from "../../chat/updates.ts";
import {
  findScannedFile,
  forgetRecognisedPages,
  recognisedPages,
  refuseReading,
  saveRecognisedPage,
  saveRecognisedText,
} from "../../data/files/scanned-pages.ts";
import type { Db } from "../../db/database.ts";
import { JobRefused } from "../../jobs/job-outcomes.ts";
import type { Jobs, Work } from "../../jobs/jobs.ts";
import { detectLanguage, detectStyleLanguage } from "../../prose/language.ts";
import type { Extraction } from "../extraction.ts";
import type { FileStore } from "../file-store.ts";
import type { Recognition } from "./recognition.ts";

type Services = {
  db: Db;
  store: Pick<FileStore, "read">;
  extraction: Pick<Extraction, "recognised">;
  recognition: Recognition;
  jobs: Pick<Jobs, "queue" | "drop" | "look" | "wake">;
  updates: Pick<Updates, "publish">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
};

export type ScannedFiles = ReturnType<typeof createScannedFiles>;
/** Enough of a page to tell its language. */
const fewestLetters = 150;

export function createScannedFiles({ db, store, extraction, recognition, jobs, updates, newPlan }: Services) {
  async function queue(me: Person, file: { id: string; name: string }, languages: RecognisableLanguage[], isChosen: boolean) {
    const data = { fileId: file.id, fileName: file.name, languages, isChosen };
    await jobs.queue(db, "recognise-pages", { key: file.id, owner: me, data });
    jobs.look();
  }

  /** In its own language, if that shows. */
  async function readPage(page: PageToRead, { isChosen }: { isChosen: boolean }, signal: AbortSignal): Promise<RecognisedPage> {
    const first = await recognition.recognise(page, signal);
    const language = first === null || isChosen ? null : languageOf(first);
    if (language === null || (page.languages.length === 1 && page.languages[0] === language)) return first ?? unreadable(page.page);
    page.languages = [language];
    const second = await recognition.recognise(page, signal);
    return second !== null && (second.sure ?? 0) >= (first!.sure ?? 0) ? second : first!;
  }

  return {
    /** Of files that have just arrived, those with few scanned pages are read. `languages`: the likely ones. */
    async arrived(me: Person, files: readonly StoredFile[], languages: RecognisableLanguage[]): Promise<void> {
      for (const { id, originalName: name, scannedPages } of files)
        if (scannedPages > 0 && scannedPages <= mostReadUnasked) await queue(me, { id, name }, languages, false);
    },

    /** Reads what is not read yet; if asked or with chosen languages, everything from the beginning. */
    async begin(me: Person, id: string, { likely, chosen, isAgain }: Choice): Promise<void> {
      await refuseReading(me, db, id);
      const file = await findScannedFile(me, db, id);
      if (file === undefined) return;
      await jobs.drop(id);
      if (chosen !== null || isAgain) await forgetRecognisedPages(me, db, id);
      await queue(me, file, chosen ?? likely, chosen !== null);
    },

    async work(work: Work<"recognise-pages">): Promise<void> {
      const { data, ownerId, organizationId, signal } = work;
      const me = await findPersonAt(db, newPlan, { userId: ownerId!, organizationId });
      if (me === null) throw new JobRefused("You no longer have access to this workspace.");
      const file = await findScannedFile(me, db, data.fileId);
      if (file === undefined || file.scanned.length === 0) return;
      const known = new Set(file.read.map(({ page }) => page));
      const todo = file.scanned.filter((page) => !known.has(page));
      const total = file.scanned.length;
      const bytes = await store.read(file.key);
      let languages = data.languages;
      for (const [at, page] of todo.entries()) {
        await work.progress(total - todo.length + at, total);
        const toRead = { bytes, page, languages };
        await saveRecognisedPage(me, db, file.id, await readPage(toRead, data, signal));
        languages = toRead.languages;
      }
      await work.progress(total, total);
      const recognised = await recognisedPages(me, db, file.id);
      const extracted = await extraction.recognised({ name: file.name, bytes, person: me.userId, recognised });
      if (!extracted.ok) throw new JobRefused(extracted.sentence);
      signal.throwIfAborted();
      await saveRecognisedText(me, db, file.id, extracted.document);
      jobs.wake("index-files");
      if (file.projectId !== null) updates.publish(me.userId, { kind: "project", projectId: file.projectId });
    },
  };
}

/** `likely`: the languages to begin with where none is chosen. */
type Choice = { likely: RecognisableLanguage[]; chosen: RecognisableLanguage[] | null; isAgain: boolean };
type PageToRead = { bytes: Uint8Array; page: number; languages: RecognisableLanguage[] };

function languageOf({ lines }: RecognisedPage): RecognisableLanguage | null {
  const text = lines.map(({ words }) => words.map(([word]) => word).join(" ")).join(" ");
  if (text.length < fewestLetters) return null;
  const found = detectLanguage(text) ?? detectStyleLanguage(text);
  return recognisableLanguages.find((one) => one === found) ?? null;
}

function unreadable(page: number): RecognisedPage {
  return { page, turn: 0, width: 0, height: 0, sure: null, lines: [] };
}
