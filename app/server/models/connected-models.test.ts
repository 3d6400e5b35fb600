/* Connections made on the screen, on both databases: in every process at once, after what the environment sets. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyModel } from "#core/models/model-access.ts";
import type { Person } from "#core/workspace/policy.ts";
import { ask } from "#test/ask.ts";
import { eachDatabase, onPostgres } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { startProvider, type Provider } from "#test/provider.ts";
import { removeConnection, rowOfConnection, saveConnection, setDefaultModel } from "../data/installation/model-connections.ts";
import { openDatabase } from "../db/database.ts";
import type { Database } from "../db/engine.ts";
import { readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createSecretBox } from "../storage/secret-box.ts";
import { createConnectedModels } from "./connected-models.ts";
import { nothingSecret } from "./secrecy.ts";
import type { Model } from "./model.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
  provider.answer((response) => response.writeHead(401).end("{}"));
});
afterAll(() => provider.stop());

const builtin: Model = { ask: () => Promise.resolve({ reason: "stop" }) };
const box = createSecretBox("the installation's secret");

function processOn(database: Database, settings: Record<string, string> = {}, ownBox = box) {
  const env = readEnv({ OPENAI_BASE_URL: provider.url, ...settings });
  return createConnectedModels({ env, database, db: database.db, box: ownBox, log: createLog({ LOG_LEVEL: "silent" }), builtin });
}

async function administratorOf({ db }: Database): Promise<Person> {
  const me: Person = { ...(await newPerson(db)), isAdministrator: true };
  await sql`insert into administrators (id, user_id) values (${randomUUID()}, ${me.userId})`.execute(db);
  return me;
}

function saveKey({ db }: Database, me: Person, key: string) {
  const sealKey = (id: string) => box.seal(key, rowOfConnection(id));
  return saveConnection(me, db, { provider: "openai", name: null, url: null, sealKey, lastFour: "" });
}

/** The key a process sends, or why it sends nothing. */
async function keyUsed(models: Awaited<ReturnType<typeof processOn>>): Promise<string> {
  const found = await models.find("gpt-6-luna", anyModel);
  if ("problem" in found) return found.problem.code;
  provider.asked.length = 0;
  await ask(found.reach(nothingSecret), { model: found.row.providerModel });
  return String(provider.asked[0]?.headers.authorization);
}

eachDatabase((open) => {
  test("a key entered, replaced and removed takes effect in every process", async () => {
    const database = await open();
    const me = await administratorOf(database);
    const [one, two] = [await processOn(database), await processOn(database)];
    expect(await keyUsed(two)).toBe("model-not-configured");
    const { id } = await saveKey(database, me, "sk-first");
    await one.reload();
    expect(await keyUsed(one)).toBe("Bearer sk-first");
    await expect.poll(() => keyUsed(two)).toBe("Bearer sk-first");
    await saveKey(database, me, "sk-second");
    await expect.poll(() => keyUsed(two)).toBe("Bearer sk-second");
    await setDefaultModel(me, database.db, "gpt-6-luna");
    await expect.poll(() => two.defaultModel(anyModel)).toBe("gpt-6-luna");
    await removeConnection(me, database.db, id);
    await expect.poll(() => keyUsed(two)).toBe("model-not-configured");
    expect(await two.defaultModel(anyModel)).toBe("stet-builtin");
    await one.close();
    await two.close();
  });

  test("what the environment sets wins, and a key of another secret is not used", async () => {
    const database = await open();
    const me = await administratorOf(database);
    const { id } = await saveKey(database, me, "sk-stored");
    const fixed = await processOn(database, { OPENAI_API_KEY: "sk-environment" });
    expect(await keyUsed(fixed)).toBe("Bearer sk-environment");
    const moved = await processOn(database, {}, createSecretBox("another secret"));
    expect(await keyUsed(moved)).toBe("model-not-configured");
    await removeConnection(me, database.db, id);
    await fixed.close();
    await moved.close();
  });
});

onPostgres((place) => {
  test("a change made while a process did not hear it is not missed", async () => {
    const database = await openDatabase(await place());
    const me = await administratorOf(database);
    const models = await processOn(database);
    const { id } = await saveKey(database, me, "sk-removed");
    await expect.poll(() => keyUsed(models)).toBe("Bearer sk-removed");
    // The session that listens ends, and the change comes before there is another.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`.execute(
      database.db,
    );
    await removeConnection(me, database.db, id);
    await expect.poll(() => keyUsed(models), { timeout: 15_000 }).toBe("model-not-configured");
    await models.close();
    await database.close();
  });
});
