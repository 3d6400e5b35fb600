/* Administration as typed: the way back for an installation without an administrator, and people's access. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { administer, openDoor } from "#server/process/administration.ts";
import { openDatabase } from "#server/db/database.ts";
import { silent } from "#server/db/log.ts";
import { readEnv } from "#server/env.ts";
import { eachPreparedEngine, temporaryFolder } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { copyPreparedDatabase } from "#test/prepared-database.ts";

const run = promisify(execFile);

async function command(settings: Record<string, string>, ...words: string[]): Promise<string> {
  return typed("administrator", settings, ...words);
}

async function typed(script: string, settings: Record<string, string>, ...words: string[]): Promise<string> {
  const options = { cwd: join(import.meta.dirname, ".."), env: { PATH: process.env["PATH"], ...settings } };
  const { stdout } = await run(process.execPath, [`scripts/${script}.ts`, ...words], options).catch(
    (error: { stderr: string }) => ({ stdout: error.stderr }),
  );
  return stdout.trim();
}

eachPreparedEngine((place, engine) => {
  test("a person becomes an administrator, whether Stet runs or not", { timeout: 120_000 }, async () => {
    const given = await place();
    const folder = temporaryFolder();
    if ("folder" in given) await copyPreparedDatabase(join(folder, "database"));
    const at = "url" in given ? { url: given.url } : { folder: `${folder}/database` };
    const settings = { STET_DATA: folder, ...("url" in given && { DATABASE_URL: given.url }) };
    let database = await openDatabase(at);
    const [first, second, third] = [await newPerson(database.db), await newPerson(database.db), await newPerson(database.db)];
    // The only administrator has deleted their account.
    await sql`delete from administrators`.execute(database.db);
    await sql`insert into administrators (user_id) values (null)`.execute(database.db);
    await database.close();

    expect(await command(settings, ` ${first.email.toUpperCase()}`)).toBe(`${first.email} is now an administrator.`);
    expect(await command(settings, first.email, second.email)).toBe("Say who: npm run administrator -- person@example.org");

    database = await openDatabase(at);
    const env = readEnv(settings);
    const close = await openDoor({ env, db: database.db, log: silent as never, backups: undefined as never });
    expect(await command(settings, second.email)).toBe(`${second.email} is now an administrator.`);
    const account = (...words: string[]) => typed("account", settings, ...words);
    expect(await account("suspend", second.email)).toBe(
      `${second.email} administers the installation. Remove them at /admin/administrators first.`,
    );
    expect(await account("suspend", third.email)).toBe(`The account of ${third.email} is suspended, and signed out everywhere.`);
    expect(await account("suspend", third.email)).toBe(`The account of ${third.email} is suspended already.`);
    expect(await command(settings, third.email)).toContain(`npm run account -- restore ${third.email}`);
    expect(await account("restore", third.email)).toBe(`${third.email} can sign in again.`);
    expect(await account("reset-two-factor", third.email)).toBe(`${third.email} does not use two-factor authentication.`);
    expect(await account("sign-out", third.email)).toBe(`${third.email} is signed out everywhere: 0 sessions ended.`);
    const signUp = (...words: string[]) => typed("sign-up", settings, ...words);
    expect(await signUp("invitation")).toBe("Who can create an account: by invitation. Those who have one keep it.");
    expect(await signUp("example.org", "localhost")).toContain("Say who: npm run sign-up");
    const log = (await typed("audit-log", settings)).split("\r\n");
    expect(log[0]).toBe("when,who,e-mail,what,result,subject,address");
    expect(log[1]).toMatch(/,,,Changed who can create an account,done,by invitation,$/);
    expect(log.filter((line) => line.includes(third.email))).toHaveLength(3);
    expect(await account("delete", third.email)).toMatch(/^Say what, and who: npm run account -- suspend\|restore/);
    expect(await account("suspend", "unknown@example.test")).toBe("No account uses the address unknown@example.test.");
    await expect(administer(env, "/administrator", { email: "unknown@example.test" })).rejects.toThrow(
      "No account uses the address unknown@example.test. Sign up with it first.",
    );
    expect(await administer(env, "/administrator", { email: first.email })).toBe(`${first.email} is an administrator already.`);
    close();
    const { rows } = await sql<{ email: string }>`select email from administrators
      join "user" on "user".id = administrators.user_id order by administrators.created_at`.execute(database.db);
    expect(rows.map(({ email }) => email)).toEqual([first.email, second.email]);
    const events = await database.db.selectFrom("security_events").select(["kind", "subject"]).orderBy("id").execute();
    expect(events).toEqual([
      ...[first, second].map(({ email }) => ({ kind: "administrator-added", subject: email })),
      ...["account-suspended", "account-restored", "account-signed-out"].map((kind) => ({ kind, subject: third.email })),
      { kind: "sign-up-changed", subject: "by invitation" },
    ]);
    expect(database.engine).toBe(engine);
    await database.close();
  });
});
