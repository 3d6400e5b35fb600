/* Moves or copies a draft, with copies of those of its pictures that the project it comes from needs as well. */
import { pipeline } from "node:stream/promises";
import { copyDraft } from "../data/drafts/copied-drafts.ts";
import { BytesNotCopied, type CopiedBytes } from "../data/drafts/moved-pictures.ts";
import { moveDraft, type DraftMove, type MovedTo } from "../data/drafts/moved-drafts.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Db } from "../db/database.ts";
import type { FileStore } from "./file-store.ts";

type Services = { db: Db; fileStore: Pick<FileStore, "newKey" | "begin" | "stream"> };

/** Another picture may come to be used elsewhere while bytes are copied. */
const mostTries = 5;

export async function moveDraftWithPictures({ db, fileStore }: Services, me: Person, move: DraftMove): Promise<MovedTo> {
  return withCopies(fileStore, (copied) => moveDraft(me, db, move, copied));
}

/** Answers with the id of the copy. */
export async function copyDraftWithPictures({ db, fileStore }: Services, me: Person, copy: DraftMove): Promise<string> {
  return withCopies(fileStore, (copied) => copyDraft(me, db, copy, copied));
}

async function withCopies<T>(fileStore: Services["fileStore"], work: (copied: CopiedBytes) => Promise<T>): Promise<T> {
  const copied = new Map<string, string>();
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      return await work(copied);
    } catch (error) {
      if (!(error instanceof BytesNotCopied)) throw error;
      for (const { id, key } of error.pictures) copied.set(id, await copyBytes(fileStore, key));
    }
  }
  throw problem("too-busy");
}

/** If the work is refused after all, a sweep removes the copy: no file names it. */
async function copyBytes(store: Services["fileStore"], from: string): Promise<string> {
  const key = store.newKey();
  const { stream, keep, drop } = await store.begin(key);
  try {
    await pipeline(await store.stream(from), stream);
    await keep();
    return key;
  } finally {
    await drop();
  }
}
