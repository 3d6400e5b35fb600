/*
 * The table of a review with 10,000 documents and 30 columns, in Chromium: the frames while it is scrolled from end to
 * end, how many elements are in the page, and how long the order takes that its rows are sorted in.
 *
 * npm run bench -- review-grid --documents=10000 --columns=30
 */
import { loadavg } from "node:os";
import { sql } from "kysely";
import { createAuth } from "../app/server/accounts/auth.ts";
import { theServer } from "../app/core/workspace/policy.ts";
import { uuidv7 } from "../app/core/text/uuid.ts";
import { actAs } from "../app/server/db/acting.ts";
import { openDatabase } from "../app/server/db/database.ts";
import { noMail } from "../app/server/email/email-queue.ts";
import { readEnv } from "../app/server/env.ts";
import { createLog } from "../app/server/log.ts";
import { secretOf } from "../app/server/storage/secret.ts";
import { startJourney } from "../test/e2e/browser.ts";
import { numberFlag } from "./support/flags.ts";

const documents = numberFlag("documents", 10_000);
const columns = numberFlag("columns", 30);
const person = { name: "Bench", email: "bench@example.test", password: "a password for a bench" };
const [projectId, reviewId] = [uuidv7(), uuidv7()];
const longFrame = 50;

const journey = await startJourney({}, async (folder) => {
  const env = readEnv({ STET_DATA: folder });
  const database = await openDatabase({
    folder: `${folder}/database`,
    log: createLog({ LOG_LEVEL: "silent" }),
    statementLimitMs: 600_000,
  });
  const auth = createAuth({ env, secret: await secretOf(env), database, log: createLog({ LOG_LEVEL: "silent" }), mail: noMail });
  const { user } = await auth.api.signUpEmail({ body: person });
  const db = actAs(theServer, database.db);
  await sql`insert into projects (id, owner_id, name) values (${projectId}, ${user.id}, 'Agreements')`.execute(db);
  await sql`insert into reviews (id, project_id, made_by, name) values (${reviewId}, ${projectId}, ${user.id}, 'Large')`.execute(
    db,
  );
  await sql`insert into review_columns (id, review_id, position, label, question, format)
    select gen_random_uuid(), ${reviewId}, at, 'Column ' || at, 'What is item ' || at || '?', case when at % 3 = 0 then 'date' else 'text' end
    from generate_series(1, ${columns}::int) as at`.execute(db);
  await sql`with made as (insert into files (id, owner_id, project_id, key, original_name, content_type, kind, size, sha256, status)
      select gen_random_uuid(), ${user.id}, ${projectId}, gen_random_uuid()::text, 'Agreement ' || lpad(at::text, 5, '0') || '.txt',
        'text/plain', 'text', 1, gen_random_uuid()::text, 'ready' from generate_series(1, ${documents}::int) as at returning id, original_name)
    insert into review_documents (id, review_id, file_id, position)
    select gen_random_uuid(), ${reviewId}, id, substr(original_name, 11, 5)::int from made`.execute(db);
  await sql`insert into review_cells (document_id, column_id, review_id, state, answer, value, sources, question_version, model, answered_at)
    select documents.id, columns.id, ${reviewId}, 'found', answer, case when columns.position % 3 = 0 then answer end,
      jsonb_build_array(jsonb_build_object('quoted', words, 'words', words, 'verdict', 'verified', 'start', 10, 'end', 90)), 1, 'local:reader', now()
    from review_documents documents cross join review_columns columns cross join lateral (select
      case when columns.position % 3 = 0 then to_char(date '2020-01-01' + (documents.position * 7 + columns.position) % 3000, 'YYYY-MM-DD')
        else 'Answer ' || (documents.position * 13 + columns.position) % 500 || ' of the agreement' end as answer,
      'These are the words of clause ' || columns.position || ' of the agreement on which the answer stands.' as words) as facts
    where documents.review_id = ${reviewId} and columns.review_id = ${reviewId}`.execute(db);
  await database.close();
});

try {
  const page = await journey.page({ isSignedIn: false, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(120_000);
  const { email, password } = person;
  await page.request.post("/api/auth/sign-in/email", { data: { email, password }, headers: { origin: journey.url } });
  await page.goto(`/review/${reviewId}`);
  const grid = page.getByRole("grid");
  await grid.getByText("Answer").first().waitFor();
  await page.waitForFunction((count) => document.querySelector("[role=grid]")!.scrollHeight > count * 40, documents);
  for (const [what, step] of [
    ["slowly, 8 rows a frame", 8],
    ["fast, 60 rows a frame", 60],
  ] as const) {
    const frames = await page.evaluate(scroll, { pixels: step * 44, frames: 240 });
    const sorted = frames.toSorted((one, other) => one - other);
    say(`frames over ${longFrame} ms, ${what}, of ${frames.length}`, frames.filter((ms) => ms > longFrame).length, "frames", 0);
    say(`the longest frame, ${what}`, sorted.at(-1)!, "ms", longFrame);
    say(`frame p50, ${what}`, sorted[Math.floor(sorted.length / 2)]!, "ms");
  }
  say("elements in the table", await grid.evaluate((table) => table.querySelectorAll("*").length), "elements");
  await grid.getByText("Answer").first().waitFor();
  const keys = await page.evaluate(keyToFocus);
  say("an arrow key to the next cell, p95", keys.toSorted((one, other) => one - other)[Math.floor(keys.length * 0.95)]!, "ms");
  const columnId = (
    (await (await page.request.get(`/api/reviews/${reviewId}`)).json()) as { review: { columns: { id: string }[] } }
  ).review.columns[2]!.id;
  for (const [what, path] of [
    [
      "order, sorted by a column",
      `/order?view=${encodeURIComponent(JSON.stringify({ sort: { by: columnId, isDescending: true }, group: null, filters: [] }))}`,
    ],
    ["order, the plain table", "/order"],
    ["find in all cells", "/find?words=agreement%20on"],
    ["summary of all columns", "/summary"],
  ] as const) {
    const from = performance.now();
    const answer = await page.request.get(`/api/reviews/${reviewId}${path}`);
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
    const bytes = (await answer.body()).length;
    say(what, performance.now() - from, "ms", undefined, { kilobytes: Math.round(bytes / 1024) });
  }
  say("load of the machine", loadavg()[0]!, "");
} finally {
  await journey.close();
}

/** In the page: scrolls so many pixels in each frame, there and back; milliseconds between the frames. */
async function scroll({ pixels, frames }: { pixels: number; frames: number }): Promise<number[]> {
  const table = document.querySelector("[role=grid]")!;
  const times: number[] = [];
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  let last = await frame();
  for (let nth = 0; nth < frames; nth++) {
    table.scrollTop += nth < frames / 2 ? pixels : -pixels;
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}

/** In the page: from an arrow key until the next cell has the focus and is painted. */
async function keyToFocus(): Promise<number[]> {
  const times: number[] = [];
  document.querySelector<HTMLElement>('[data-place="active"]')!.focus();
  for (let nth = 0; nth < 60; nth++) {
    const from = performance.now();
    const key = nth % 2 === 0 ? "ArrowDown" : "ArrowRight";
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    times.push(performance.now() - from);
  }
  return times;
}

function say(what: string, value: number, unit: string, bar?: number, more: object = {}): void {
  const line = {
    bench: "review-grid",
    what,
    value: Math.round(value * 10) / 10,
    unit,
    ...(bar !== undefined && { bar, ok: value <= bar }),
    ...more,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
