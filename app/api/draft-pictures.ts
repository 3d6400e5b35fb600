/*
 * POST /api/drafts/{id}/pictures {url}: imports an external picture, on click, as a file of the draft's project. It
 * is fetched like any outside address, and its type is determined from its bytes.
 */
import { Hono } from "hono";
import { z } from "zod";
import { imageTypes } from "#core/document/document-image.ts";
import { imageFacts } from "#core/sources/image-facts.ts";
import { problem } from "#core/workspace/problem.ts";
import { getDraft } from "#server/data/drafts/drafts.ts";
import { keepBytes } from "#server/files/keep-bytes.ts";
import type { Stet } from "#server/stet.ts";
import { NotFetched } from "#server/web/safe-fetch.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const pictureSchema = z.object({ url: z.string().min(1).max(2_000) });
const mostBytes = 15_000_000;

export function draftPictures(stet: Stet) {
  return new Hono<ApiEnv>().post("/api/drafts/:id/pictures", async (c) => {
    const me = personOf(c);
    const { url } = await bodyOf(c, pictureSchema);
    const draft = await getDraft(me, stet.db, idOf(c));
    if (!draft.canChange) throw problem("not-allowed", "You can read this draft, but not change it.");
    const { bytes, name } = await fetched(stet, url, c.req.raw.signal);
    if (imageFacts(bytes) === null) throw problem("file-refused", "This isn’t a PNG, JPEG, WebP or GIF picture.");
    const services = { db: stet.db, store: stet.fileStore, extraction: stet.extraction };
    const file = await keepBytes(services, me, { name, bytes }, draft.projectId);
    stet.updates.publish(me.userId, { kind: "project", projectId: draft.projectId });
    return c.json({ fileId: file.id });
  });
}

async function fetched(stet: Stet, url: string, signal: AbortSignal): Promise<{ bytes: Buffer; name: string }> {
  try {
    const { bytes, url: last } = await stet.fetchOutside(url, { accept: imageTypes, signal, maxBytes: mostBytes });
    return { bytes, name: nameOf(last) };
  } catch (error) {
    if (error instanceof NotFetched) throw problem("file-refused", error.message);
    throw error;
  }
}

/** The last part of the address, left as is if it is not valid percent-encoding. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) || "picture";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
