/* Which changes of state queue an announcement, by whatever statement they are made. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { webhookEvents } from "#core/webhooks/webhook.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { BoundDb } from "#server/db/database.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";

eachDatabase((open) => {
  let db: BoundDb;
  let me: Person;
  let organizationId: string;
  beforeAll(async () => {
    db = (await open()).db;
    organizationId = (await newOrganization(db)).organizationId;
    me = await newPerson(db);
    await joinOrganization(db, me.userId, organizationId, "owner");
    await listenTo(organizationId, [...webhookEvents]);
  });

  const listenTo = (place: string, events: string[], pausedBecause: string | null = null) =>
    sql`insert into webhooks (id, organization_id, made_by, url, events, sealed_key, paused_because)
      values (${uuidv7()}, ${place}, ${me.userId}, 'https://hooks.example.test', ${events}, '', ${pausedBecause})`.execute(db);

  /** What was announced since the last time. */
  async function announced() {
    const { rows } = await sql<{ data: { type: string; organizationId: string; details: object } }>`
      delete from jobs where kind = 'announce-event' returning data`.execute(db);
    return rows.map(({ data: { type, organizationId: place, details } }) => ({ type, place, details }));
  }

  async function endJob(kind: string, data: object, state: string, place: string | null = organizationId) {
    const id = uuidv7();
    await sql`insert into jobs (id, kind, owner_id, organization_id, data, state)
      values (${id}, ${kind}, ${me.userId}, ${place}, ${JSON.stringify(data)}::jsonb, 'running')`.execute(db);
    await sql`update jobs set state = ${state}, ended_at = now() where id = ${id}`.execute(db);
  }

  test.each([
    ["run-review", "review.ended", { reviewId: "r", runId: "u" }, { review_id: "r", run_id: "u" }],
    ["check-playbook", "playbook.ended", { draftId: "d", checkId: "c" }, { draft_id: "d", check_id: "c" }],
    ["run-research", "research.ended", { researchId: "q", runId: "u" }, { research_id: "q", run_id: "u" }],
  ])("the end of %s is %s", async (kind, type, data, details) => {
    for (const outcome of ["done", "failed", "cancelled"]) {
      await endJob(kind, { ...data, fileName: "A confidential name" }, outcome);
      expect(await announced()).toEqual([{ type, place: organizationId, details: { ...details, outcome } }]);
    }
  });

  test("a pause, other work, and work outside the organization are not announced", async () => {
    await endJob("run-review", { reviewId: "r" }, "paused");
    await endJob("import-chats", {}, "done");
    await endJob("run-review", { reviewId: "r" }, "done", null);
    const other = (await newOrganization(db)).organizationId;
    await endJob("run-review", { reviewId: "r" }, "done", other);
    await listenTo(other, ["research.ended"]);
    await listenTo(other, ["review.ended"], "asked");
    await endJob("run-review", { reviewId: "r" }, "done", other);
    expect(await announced()).toEqual([]);
  });

  test("a workflow is announced when a person is waited for and when it has ended, unless it is a test", async () => {
    const projectId = await newProject(db, me, { organizationId });
    const walk = async (isTest: boolean, waits: "person" | "work") => {
      const id = uuidv7();
      await sql`insert into workflow_runs (id, project_id, made_by, workflow_id, name, version, source, model, state, is_test)
        values (${id}, ${projectId}, ${me.userId}, 'w', 'A name', 1, '', 'm', 'working', ${isTest})`.execute(db);
      const question = waits === "person" ? '{"kind":"ask"}' : null;
      await sql`insert into workflow_steps (run_id, path, place, kind, title, state, question, waits_on)
        values (${id}, '1', 1, 'ask', 'A title', 'waiting', ${question}::jsonb, ${waits === "work" ? "key" : null})`.execute(db);
      for (const state of ["waiting", "working", "done"])
        await sql`update workflow_runs set state = ${state} where id = ${id}`.execute(db);
      return id;
    };
    const id = await walk(false, "person");
    expect(await announced()).toEqual([
      { type: "workflow.waiting", place: organizationId, details: { run_id: id } },
      { type: "workflow.ended", place: organizationId, details: { run_id: id, outcome: "done" } },
    ]);
    await walk(false, "work");
    expect((await announced()).map(({ type }) => type)).toEqual(["workflow.ended"]);
    await walk(true, "person");
    expect(await announced()).toEqual([]);
  });

  test("the library's changes are announced, a person's own and what is not seen are not", async () => {
    const add = async (place: string | null) => {
      const id = uuidv7();
      await sql`insert into library_templates (id, user_id, organization_id, name, kind, jurisdiction, language, source)
        values (${id}, ${place === null ? me.userId : null}, ${place}, 'A name', 'clause', 'GB', 'en', '')`.execute(db);
      return id;
    };
    await add(null);
    expect(await announced()).toEqual([]);
    const id = await add(organizationId);
    await sql`update library_templates set version = 2 where id = ${id}`.execute(db);
    await sql`update library_templates set published_version = 2 where id = ${id}`.execute(db);
    await sql`update library_templates set updated_at = now() where id = ${id}`.execute(db);
    await sql`update library_templates set removed_at = now() where id = ${id}`.execute(db);
    await sql`update library_templates set removed_at = null where id = ${id}`.execute(db);
    expect((await announced()).map(({ details }) => details)).toEqual(
      ["added", "changed", "published", "removed", "restored"].map((change) => ({ item_id: id, kind: "clause", change })),
    );
  });

  test("a prompt that one person keeps to themselves is announced when it is shared and when it is taken back", async () => {
    const id = uuidv7();
    await sql`insert into library_templates (id, user_id, organization_id, name, kind, jurisdiction, language, source)
      values (${id}, ${me.userId}, ${organizationId}, 'A name', 'prompt', 'any', 'en', '')`.execute(db);
    const set = (change: ReturnType<typeof sql>) => sql`update library_templates set ${change} where id = ${id}`.execute(db);
    await set(sql`version = 2`);
    await set(sql`removed_at = now()`);
    await set(sql`removed_at = null`);
    expect(await announced()).toEqual([]);
    await set(sql`user_id = null`);
    await set(sql`version = 3`);
    await set(sql`user_id = ${me.userId}`);
    await set(sql`version = 4`);
    expect((await announced()).map(({ details }) => details)).toEqual(
      ["added", "changed", "removed"].map((change) => ({ item_id: id, kind: "prompt", change })),
    );
  });
});
