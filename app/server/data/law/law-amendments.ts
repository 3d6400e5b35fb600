/*
 * Flags cited law that has changed since. A source carries the text it was cited with; comparing it with the stored law
 * costs one query and no network.
 */
import { sql } from "kysely";
import type { ThreadMessage } from "#core/chat/message.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { isSameText } from "#core/text/same-text.ts";
import { isOtherWording, sourceMetadata, type Amendment, type PresentSection, type Source } from "#core/sources/source.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";

/** The same messages; a source amended or repealed since carries `amended`. */
export async function withAmendments(me: Actor, db: Db, messages: readonly ThreadMessage[]): Promise<ThreadMessage[]> {
  db = actAs(me, db);
  const refs = [...new Set(messages.flatMap(({ sources = [] }) => sources.flatMap((source) => refOf(source) ?? [])))];
  if (refs.length === 0 || me.kind === "visitor") return [...messages];
  const [present, past] = await Promise.all([presentSections(db, refs), pastSections(db, refs)]);
  return messages.map((message) => {
    if (message.sources === undefined) return message;
    const sources = message.sources.map((source) => {
      const amended = amendmentOf(source, present, past);
      return amended === null ? source : { ...source, amended };
    });
    return { ...message, sources };
  });
}

/** The current text of a section, or that it no longer exists. */
export async function getPresentSection(me: Actor, db: Db, ref: string): Promise<PresentSection> {
  db = actAs(me, db);
  if (me.kind === "visitor") throw problem("not-signed-in");
  const [section] = await presentSections(db, [ref]);
  if (section !== undefined) {
    const { label, title, text, version, url } = section;
    return { ref, isRepealed: false, label, title, text, version, url };
  }
  const [gone] = await pastSections(db, [ref]);
  if (gone === undefined) throw problem("not-found");
  const { label, title, act_version: version, act_url: url } = gone;
  return { ref, isRepealed: true, label, title, text: "", version, url };
}

function refOf(source: Source): string | undefined {
  return source.type === "edgar" ? sourceMetadata(source).ref : undefined;
}

type Present = Awaited<ReturnType<typeof presentSections>>;
type Past = Awaited<ReturnType<typeof pastSections>>;

function amendmentOf(source: Source, present: Present, past: Past): Amendment | null {
  const ref = refOf(source);
  if (ref === undefined || source.content === undefined) return null;
  const content = source.content;
  // Citing the wording of a given day makes clear that it may not be current.
  if (isOtherWording(source)) return null;
  const cited = sourceMetadata(source).version ?? "";
  const now = present.find((one) => one.ref === ref);
  if (now !== undefined && isSameText(content, now.text)) return null;
  const wasStored = past.find((one) => one.ref === ref && isSameText(content, one.text));
  if (now === undefined) {
    if (wasStored === undefined) return null;
    return { isRepealed: true, ...(wasStored.act_version !== null && { version: wasStored.act_version }) };
  }
  if (wasStored === undefined && (now.version ?? "") <= cited) return null;
  return { isRepealed: false, ...(now.version !== null && { version: now.version }) };
}

function presentSections(db: BoundDb, refs: readonly string[]) {
  return db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .select(["ref", "label", "title", "text", "law_sections.url as url", sql<string | null>`version::text`.as("version")])
    .where("ref", "in", [...refs])
    .execute();
}

function pastSections(db: BoundDb, refs: readonly string[]) {
  return db
    .selectFrom("law_past_sections")
    .innerJoin("law_acts", "law_acts.id", "law_past_sections.act_id")
    .select(["ref", "label", "title", "text", "law_acts.url as act_url"])
    .select(sql<string | null>`law_acts.version::text`.as("act_version"))
    .where("ref", "in", [...refs])
    .orderBy("law_past_sections.id", "desc")
    .execute();
}
