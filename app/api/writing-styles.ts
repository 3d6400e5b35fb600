/* The user's writing style and the organization's: its description, and the samples it is measured from. */
import { Hono } from "hono";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import {
  largestSampleFile,
  newSampleSchema,
  styleChangeSchema,
  type NewSample,
  type StyleOwner,
} from "#core/style/writing-style.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { getDraftAsText } from "#server/data/drafts/drafts.ts";
import { addStyleSample, changeStyle, deleteStyle, removeStyleSample } from "#server/data/drafts/writing-styles.ts";
import { longWork } from "#server/long-work/long-work.ts";
import type { SampleGiven } from "#server/writing/style-sample.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { managerOf } from "./organizations.ts";
import { idOf } from "./runs.ts";

export function writingStyles(stet: Stet) {
  const app = new Hono<ApiEnv>();
  const owners: [path: string, of: StyleOwner, askedBy: (c: ApiContext) => Person][] = [
    ["/api/style", "person", personOf],
    ["/api/organization/style", "organization", managerOf],
  ];
  for (const [path, of, askedBy] of owners) {
    app.put(path, async (c) => {
      const me = askedBy(c);
      await changeStyle(me, stet.db, of, await bodyOf(c, styleChangeSchema));
      return c.json({ success: true });
    });
    app.delete(path, async (c) => {
      await deleteStyle(askedBy(c), stet.db, of);
      return c.json({ success: true });
    });
    app.post(`${path}/samples`, async (c) => {
      const me = askedBy(c);
      const { name, given } = await sampleOf(stet, me, await bodyOf(c, newSampleSchema));
      const measured = await longWork(me, "styleSample", given);
      if ("refusal" in measured) throw problem("bad-request", measured.refusal);
      const { excerpt, counts } = measured;
      const id = uuidv7();
      const addedAt = new Date().toISOString();
      await addStyleSample(me, stet.db, of, { id, name: name || excerpt.slice(0, 60), excerpt, addedAt, counts });
      return c.json({ id, words: counts.words });
    });
    app.delete(`${path}/samples/:id`, async (c) => {
      await removeStyleSample(askedBy(c), stet.db, of, idOf(c));
      return c.json({ success: true });
    });
  }
  return app;
}

async function sampleOf(stet: Stet, me: Person, asked: NewSample): Promise<{ name: string; given: SampleGiven }> {
  if ("text" in asked) return { name: asked.name, given: { text: asked.text } };
  if ("draftId" in asked) {
    const draft = await getDraftAsText(me, stet.db, asked.draftId);
    if (!draft.canChange) throw problem("bad-request", "Only your own drafts can be used as samples.");
    return { name: draft.name, given: { document: draft.document } };
  }
  const bytes = Buffer.from(asked.file, "base64");
  if (bytes.length > largestSampleFile) throw problem("too-large", "Files can be at most 8 MB. Paste part of it instead.");
  const read = await stet.extraction.extract({ name: asked.name, bytes, person: me.userId });
  if (!read.ok) throw problem("attachment-refused", read.sentence);
  return { name: asked.name, given: { text: read.document.text } };
}
