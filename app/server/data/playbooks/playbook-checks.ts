/* Drafts held against playbooks: what was found for each rule, and what became of the change it proposes. */
import { sql } from "kysely";
import type { ModelRow } from "#core/models/models.ts";
import type { ChangeProposed, PlaybookCheck, PlaybookRule, RuleFinding } from "#core/playbooks/playbook.ts";
import type { Usage } from "#core/review/review.ts";
import { storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { countTokens } from "../accounts/plan-usage.ts";
import { seenDrafts, writtenDrafts } from "../visible.ts";

type NewCheck = {
  draftId: string;
  name: string;
  rules: readonly PlaybookRule[];
  model: string;
  /** Of work that may be done again after a stop, which begins no second check. */
  id?: string | undefined;
};

/** `alongside` queues the job, in the same transaction. */
export async function createCheck(
  me: Person,
  db: Db,
  { draftId, name, rules, model, id = uuidv7() }: NewCheck,
  alongside: (trx: Trx, id: string) => Promise<void>,
): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const draft = trx.selectFrom("drafts").select("id").where("id", "=", draftId);
    if ((await draft.where(writtenDrafts(me)).executeTakeFirst()) === undefined)
      throw problem((await draft.where(seenDrafts(me)).executeTakeFirst()) === undefined ? "not-found" : "not-allowed");
    const made = await trx
      .insertInto("playbook_checks")
      .values({ id, draft_id: draftId, made_by: me.userId, name, model })
      .onConflict((oc) => oc.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made === undefined) return id;
    await trx
      .insertInto("playbook_findings")
      .values(rules.map((rule, place) => ({ check_id: id, place, title: rule.title, rule: JSON.stringify(rule) })))
      .execute();
    await alongside(trx, id);
    return id;
  });
}

/** The newest of a draft; null if it was never held against a playbook. */
export async function getLatestCheck(me: Person, db: Db, draftId: string): Promise<PlaybookCheck | null> {
  const asMe = actAs(me, db);
  const draft = asMe.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me));
  if ((await draft.executeTakeFirst()) === undefined) throw problem("not-found");
  const row = await asMe
    .selectFrom("playbook_checks")
    .leftJoin("user", "user.id", "playbook_checks.made_by")
    .select(["playbook_checks.id", "playbook_checks.name", "model", "user.name as by", "created_at"])
    .where("draft_id", "=", draftId)
    .orderBy("playbook_checks.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { state, problem: sentence } = await jobOf(db, row.id);
  const rules = await listFindings(me, db, row.id);
  const checked = rules.map(({ rule, finding, proposed }) => ({ rule, finding, proposed }));
  return {
    id: row.id,
    name: row.name,
    model: row.model,
    by: row.by,
    at: row.created_at.toISOString(),
    state,
    problem: sentence,
    rules: checked,
  };
}

/** A job is its starter's alone, but everyone who sees the draft sees how far it is: Stet itself reads it. */
async function jobOf(db: Db, id: string): Promise<Pick<PlaybookCheck, "state" | "problem">> {
  const { rows } = await sql<Pick<PlaybookCheck, "state" | "problem">>`select state, problem from jobs
    where kind = 'check-playbook' and key = ${id} and state in ('queued', 'running', 'paused', 'failed')`.execute(
    actAs(theServer, db),
  );
  return rows[0] ?? { state: null, problem: null };
}

export type FindingRow = { place: number; rule: PlaybookRule; finding: RuleFinding | null; proposed: ChangeProposed | null };

/** For callers that have checked that the person sees the draft. */
export async function listFindings(me: Person, db: Db, checkId: string): Promise<FindingRow[]> {
  return actAs(me, db)
    .selectFrom("playbook_findings")
    .select(["place", "rule", "finding", "proposed"])
    .where("check_id", "=", checkId)
    .orderBy("place")
    .execute();
}

export type CheckFacts = { draftId: string; projectId: string; organizationId: string | null; name: string; model: string };

/** Null if the draft is gone, or may no longer be changed by this person. */
export async function findCheck(me: Person, db: Db, checkId: string): Promise<CheckFacts | null> {
  const row = await actAs(me, db)
    .selectFrom("playbook_checks")
    .innerJoin("drafts", "drafts.id", "playbook_checks.draft_id")
    .select([
      "draft_id as draftId",
      "project_id as projectId",
      "organization_id as organizationId",
      "playbook_checks.name",
      "model",
    ])
    .where("playbook_checks.id", "=", checkId)
    .where(writtenDrafts(me))
    .executeTakeFirst();
  return row ?? null;
}

type Stored = {
  checkId: string;
  draftId: string;
  place: number;
  finding: RuleFinding;
  usage: Usage;
  model: Pick<ModelRow, "id" | "price">;
};

/** Stores what was found and what it cost, together. */
export async function storeFinding(me: Person, db: Db, { checkId, draftId, place, finding, usage, model }: Stored): Promise<void> {
  db = actAs(me, db);
  const { inputTokens, outputTokens, cost } = usage;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("playbook_findings")
      .set({ finding: storableJson(finding) })
      .where("check_id", "=", checkId)
      .where("place", "=", place)
      .execute();
    await sql`update playbook_checks set input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
      cost = cost + ${cost ?? 0}, unpriced = unpriced + ${cost === null ? 1 : 0} where id = ${checkId}`.execute(trx);
    if (inputTokens + outputTokens === 0) return;
    const counted = { inputTokens, outputTokens, ...(cost !== null && { costUsd: cost }) };
    await countTokens(me, trx, { usage: counted, model, about: { draftId } });
  });
}

export async function storeProposed(
  me: Person,
  db: Db,
  { checkId, places, proposed }: { checkId: string; places: readonly number[]; proposed: ChangeProposed },
): Promise<void> {
  await actAs(me, db)
    .updateTable("playbook_findings")
    .set({ proposed: storableJson(proposed) })
    .where("check_id", "=", checkId)
    .where("place", "in", [...places])
    .execute();
}

/** Which of these suggestions are in the draft already, from an attempt that was interrupted. */
export async function listMadeSuggestions(me: Person, db: Db, draftId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await actAs(me, db)
    .selectFrom("proposed_changes")
    .select("id")
    .where("draft_id", "=", draftId)
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
