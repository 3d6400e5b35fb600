/*
 * Changes that people propose, in an imported file or as suggestions: rows of proposed_changes without an answer.
 */
import { sql } from "kysely";
import {
  suggestionsPerDraft,
  type ChangeDecision,
  type ImportedChange,
  type NewSuggestion,
  type SuggestionsMade,
} from "#core/changes/imported-change.ts";
import type { Patch } from "#core/changes/patch.ts";
import type { Actor, Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { proposableDrafts, writtenDrafts, seenDrafts } from "../visible.ts";
import type { AnchorGiven } from "#core/requests/comments.ts";
import { anchorsIn, type FoundAnchor } from "./comments.ts";

const rowsAtOnce = 500;
const block = "imported";
/** Of suggestions, each of which is a block of its own: they are made one by one, by several people at once. */
const suggestedBlock = (id: string) => `suggested.${id}`;
/** How often the words are located again because the text was saved in between. */
const mostTries = 5;

/** In the transaction of the draft they belong to. */
export async function keepImportedChanges(me: Server, trx: Trx, draftId: string, changes: readonly Patch[]): Promise<void> {
  trx = actAs(me, trx);
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    const rows = changes.slice(from, from + rowsAtOnce).map((change, i) => ({
      id: uuidv7(),
      draft_id: draftId,
      block,
      place: from + i,
      state: "proposed" as const,
      patch: JSON.stringify(change),
      base_version: 1,
    }));
    await trx.insertInto("proposed_changes").values(rows).execute();
  }
}

export async function listImportedChanges(me: Actor, db: Db, draftId: string): Promise<ImportedChange[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("proposed_changes")
    .innerJoin("drafts", "drafts.id", "proposed_changes.draft_id")
    .select(["proposed_changes.id", "proposed_changes.patch", "proposed_changes.state", "proposed_changes.block"])
    .select("proposed_changes.made_by")
    .where("drafts.id", "=", draftId)
    .where("proposed_changes.message_id", "is", null)
    .where(seenDrafts(me))
    .orderBy("proposed_changes.place")
    .orderBy("proposed_changes.id")
    .execute();
  return rows.map(({ id, patch, state, block: of, made_by }) => {
    const decision = state === "applied" ? "accepted" : state === "rejected" ? "rejected" : null;
    const isSuggested = of !== block;
    const isMine = isSuggested && decision === null && me.kind === "person" && made_by === me.userId;
    return { id, patch: patch as ImportedChange["patch"], decision, isSuggested, isMine };
  });
}

type Suggesting = {
  draftId: string;
  made: SuggestionsMade;
  /** What has made them on the person's behalf. */
  program?: string;
};

/**
 * All or nothing, as is what they replace: a person's own suggestions that are open. Idempotent: the same one sent
 * again is not a new one.
 */
export async function changeSuggestions(me: Person, db: Db, given: Suggesting): Promise<void> {
  db = actAs(me, db);
  const { draftId, made } = given;
  if (made.suggestions.some(({ anchor, replacement }) => replacement === anchor.quote))
    throw problem("bad-request", "The suggested words are the same.");
  await requireProposable(me, db, draftId);
  for (let tries = 0; tries < mostTries; tries++) {
    const anchors = made.suggestions.map(({ anchor }) => anchor);
    const found = anchors.length === 0 ? [] : await anchorsIn(me, db, draftId, anchors);
    if (found.some(({ anchor }) => anchor.place === null))
      throw problem("changes-unplaced", "These words have changed since. Select them again.");
    const isWritten = await db.transaction().execute((trx) => writeSuggestions(me, trx, { ...given, found }));
    if (isWritten) return;
  }
  throw problem("too-busy");
}

/** Those who see the draft learn that they cannot do this in it; for others it does not exist. */
async function requireProposable(me: Person, db: Db, draftId: string): Promise<void> {
  const may = await actAs(me, db)
    .selectFrom("drafts")
    .select(sql<boolean>`(${proposableDrafts(me)})`.as("may"))
    .where("id", "=", draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (may === undefined) throw problem("not-found");
  if (!may.may) throw problem("not-allowed", "You can read and comment on this draft, but not suggest changes to it.");
}

type Writing = Suggesting & { found: readonly FoundAnchor[] };

/** False if the text was saved since the words were located. */
async function writeSuggestions(me: Person, trx: Trx, { draftId, made, found, program = me.keyName }: Writing): Promise<boolean> {
  trx = actAs(me, trx);
  const { replaces, suggestions } = made;
  const draft = await trx
    .selectFrom("drafts")
    .select((query) => [
      "version",
      query
        .selectFrom("proposed_changes")
        .select((count) => count.fn.countAll<string>().as("count"))
        .whereRef("proposed_changes.draft_id", "=", "drafts.id")
        .where("message_id", "is", null)
        .where("block", "!=", block)
        .$if(replaces.length > 0, (others) => others.where("id", "not in", replaces))
        .as("count"),
    ])
    .where("id", "=", draftId)
    .where(proposableDrafts(me))
    .executeTakeFirst();
  if (draft === undefined) throw problem("not-allowed");
  if (found.some(({ version }) => version !== draft.version)) return false;
  if (replaces.length > 0) await openOfMine(me, trx, draftId, replaces).execute();
  if (suggestions.length === 0) return true;
  if (Number(draft.count) + suggestions.length > suggestionsPerDraft) throw problem("too-many-suggestions");
  const rows = suggestions.map((one, i) => suggestionRow({ me, draftId, program }, one, found[i]!));
  await trx
    .insertInto("proposed_changes")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return true;
}

type From = { me: Person; draftId: string; program: string | undefined };

function suggestionRow(
  { me, draftId, program }: From,
  { id, replacement, reason }: NewSuggestion,
  { anchor, version }: FoundAnchor,
) {
  const { quote: original, before, after, place } = anchor;
  const author = program === undefined ? me.name : `${me.name} (${program})`;
  const summary = reason === "" ? `Suggested by ${author}` : `${author}: ${reason}`;
  // A program's typography is its own: it takes on that of the draft.
  const words = { original, replacement, summary, before, after, place, ...(program === undefined && { isTyped: true }) };
  const patch = JSON.stringify({ ...words, author, date: new Date().toISOString() });
  const row = { id, draft_id: draftId, block: suggestedBlock(id), place: 0, state: "proposed" as const };
  return { ...row, made_by: me.userId, patch, base_version: version };
}

function openOfMine(me: Person, trx: Db | Trx, draftId: string, ids: readonly string[]) {
  return actAs(me, trx)
    .deleteFrom("proposed_changes")
    .where("id", "in", ids)
    .where("draft_id", "=", draftId)
    .where("message_id", "is", null)
    .where("block", "!=", block)
    .where("made_by", "=", me.userId)
    .where("state", "in", ["proposed", "gone"]);
}

/** By who made it, as long as it is open. */
export async function withdrawSuggestion(me: Person, db: Db, given: { draftId: string; changeId: string }): Promise<void> {
  db = actAs(me, db);
  const { draftId, changeId } = given;
  await requireProposable(me, db, draftId);
  const { numDeletedRows } = await openOfMine(me, db, draftId, [changeId]).executeTakeFirst();
  if (numDeletedRows === 0n) throw problem("not-found");
}

/** All of them or, if one is not there, none. Null takes a decision back. */
export async function decideImportedChanges(
  me: Person,
  db: Db,
  { draftId, decisions }: { draftId: string; decisions: readonly ChangeDecision[] },
): Promise<void> {
  db = actAs(me, db);
  const opened = decisions.filter(({ decision }) => decision === null);
  const rejected = decisions.flatMap(({ changeId: id, decision, anchor }) =>
    decision === "rejected" && anchor ? [{ id, patch: { before: anchor.before, after: anchor.after } }] : [],
  );
  const anchors = opened.flatMap(({ anchor }) => anchor ?? []);
  for (let tries = 0; tries < mostTries; tries++) {
    const found = anchors.length === 0 ? [] : await anchorsIn(me, db, draftId, anchors);
    const version = found[0]?.version;
    const places = opened.map(({ changeId, anchor }) => placeOpened(changeId, anchor, anchor && found[anchors.indexOf(anchor)]));
    const patches = [...places, ...rejected];
    if (await db.transaction().execute((trx) => writeDecisions(me, trx, { draftId, decisions, patches, version }))) return;
  }
  throw problem("too-busy");
}

/**
 * Never the place it had before: that is in another text. It has none until the text is saved in which it is open again,
 * unless this is that text: its words alone may be those of another clause.
 */
function placeOpened(id: string, given?: AnchorGiven, found?: FoundAnchor) {
  if (!given || !found) return { id, patch: { place: null } };
  const { before, after, start } = given;
  const isThere = found.anchor.before === before && found.anchor.after === after;
  return { id, patch: { before, after, place: isThere ? found.anchor.place : null, ...(!isThere && { awaitedAt: start }) } };
}

type WrittenDecisions = {
  draftId: string;
  decisions: readonly ChangeDecision[];
  /** What becomes known of a change with its decision. */
  patches: readonly { id: string; patch: Partial<Patch> }[];
  /** Of the text in which the places are; undefined if there are none. */
  version: number | undefined;
};

/** False if the text was saved since the places were found. */
async function writeDecisions(me: Person, trx: Trx, { draftId, decisions, patches, version }: WrittenDecisions): Promise<boolean> {
  trx = actAs(me, trx);
  const draft = trx.selectFrom("drafts").select("version").where("id", "=", draftId);
  const written = await draft.where(writtenDrafts(me)).executeTakeFirst();
  if (written === undefined) {
    const seen = await draft.where(seenDrafts(me)).executeTakeFirst();
    throw problem(seen === undefined ? "not-found" : "not-allowed");
  }
  if (version !== undefined && written.version !== version) return false;
  for (const decision of ["accepted", "rejected", null] as const) {
    const ids = decisions.filter((one) => one.decision === decision).map(({ changeId }) => changeId);
    if (ids.length === 0) continue;
    const state = decision === null ? "proposed" : decision === "accepted" ? "applied" : "rejected";
    const { numUpdatedRows } = await trx
      .updateTable("proposed_changes")
      .set({ state, updated_at: sql`now()` })
      // A suggestion stays its maker's, who may withdraw it when it is open again.
      .set({ made_by: sql`case when block = ${block} then ${decision === null ? null : me.userId} else made_by end` })
      .where("id", "in", ids)
      .where("message_id", "is", null)
      .where("draft_id", "=", draftId)
      .executeTakeFirst();
    if (Number(numUpdatedRows) < new Set(ids).size) throw problem("not-found");
  }
  if (patches.length > 0)
    await sql`update proposed_changes set patch = proposed_changes.patch || given.patch
      from json_to_recordset(${JSON.stringify(patches)}::json) as given (id uuid, patch jsonb)
      where proposed_changes.id = given.id and draft_id = ${draftId} and message_id is null`.execute(trx);
  return true;
}
