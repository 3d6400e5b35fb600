/* What failed, as an administrator sees it, and what they do about it, which is logged. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FailedJobsPage } from "#core/workspace/failed-job.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let head: TestPerson;
beforeAll(async () => {
  app = await startApp({});
  head = await app.person();
});
afterAll(() => app.close());

test("a failed job of another is listed without its contents, tried again and discarded, and both are logged", async () => {
  const owner = await app.person();
  const { db } = app.stet.database;
  const made: string[] = [];
  for (let nth = 0; nth < 2; nth++) {
    const id = uuidv7();
    await sql`insert into jobs (id, kind, owner_id, data, state, attempts, problem, ended_at)
      select ${id}, 'import-chats', id, ${JSON.stringify({ importId: uuidv7(), fileName: "secret.zip" })}::jsonb, 'failed', 5,
        'It took too long.', now() from "user" where email = ${owner.email}`.execute(db);
    made.push(id);
  }
  const listed = await (await app.request("/api/admin/jobs", { as: head })).text();
  expect(listed).not.toContain("secret");
  const { failed } = JSON.parse(listed) as FailedJobsPage;
  expect(failed.map(({ id, email, problem }) => [id, email, problem]).sort()).toEqual(
    made.map((id) => [id, owner.email, "It took too long."]),
  );
  const act = (id: string, action: string, as = head) => app.request(`/api/admin/jobs/${id}`, { as, body: { action } });
  expect((await act(made[0]!, "retry", owner)).status).toBe(404);
  expect((await act(made[0]!, "pause")).status).toBe(400);
  expect(await (await act(made[0]!, "retry")).json()).toEqual({ name: "Import chats" });
  expect((await act(made[1]!, "discard")).status).toBe(200);
  expect((await act(made[1]!, "discard")).status).toBe(404);
  const { rows } = await sql<{ kind: string; subject: string }>`select kind, subject from security_events
    where kind in ('job-retried', 'job-discarded') order by id`.execute(db);
  const subject = `Import chats: ${owner.email}`;
  expect(rows).toEqual([
    { kind: "job-retried", subject },
    { kind: "job-discarded", subject },
  ]);
});
