/* Moves a draft, with copies of those of its pictures that the project it leaves needs as well. */
import { pipeline } from "node:stream/promises";
import { BytesNotCopied } from "../data/drafts/moved-pictures.ts";
import { moveDraft, type DraftMove, type MovedTo } from "../data/drafts/moved-drafts.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Db } from "../db/database.ts";
import type { FileStore } from "./file-store.ts";

type Services = { db: Db; fileStore: Pick<FileStore, "newKey" | "begin" | "stream"> };

/** Another picture may come to be used elsewhere while bytes are copied. */
const mostTries = 5;

export async function moveDraftWithPictures({ db, fileStore }: Services, me: Person, move: DraftMove): Promise<MovedTo> {
  const copied = new Map<string, string>();
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      return await moveDraft(me, db, move, copied);
    } catch (error) {
      if (!(error instanceof BytesNotCopied)) throw error;
      for (const { id, key } of error.pictures) copied.set(id, await copyBytes(fileStore, key));
    }
  }
  throw problem("too-busy");
}

/** If the move is refused after all, a sweep removes the copy: no file names it. */
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
