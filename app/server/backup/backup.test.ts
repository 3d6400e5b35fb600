/* A backup of a running Stet, restored into an empty folder, matches row by row and byte by byte on both engines. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { renderDocx } from "#server/export/docx.ts";
import { exportDatabase } from "#server/db/copy.ts";
import { openEngine } from "#server/db/database.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { eachEngine, temporaryFolder, type Place } from "#test/databases.ts";
import { listBackups } from "./backup-folder.ts";
import { restore } from "./restore.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function upload(app: TestApp, text: string): Promise<void> {
  const me = await app.person();
  const body = new FormData();
  body.set("file", new File([text], "notes.txt", { type: "text/plain" }));
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: me.cookie };
  expect((await app.fetch(new Request(new URL("/api/upload", url), { method: "POST", headers, body }))).status).toBe(200);
}

/** A draft with the Word file it was made from. */
async function importWord(app: TestApp): Promise<void> {
  const as = await app.person();
  const post = async (path: string, body: object) => (await (await app.request(path, { as, body })).json()) as { id: string };
  const { id: projectId } = await post("/api/projects", { name: "Leases" });
  const body = new FormData();
  body.set("file", new File([Uint8Array.from(await renderDocx(markdownToDocument("The rent is due."), { title: "" }))], "a.docx"));
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: as.cookie };
  const uploaded = await app.fetch(new Request(new URL("/api/upload", url), { method: "POST", headers, body }));
  const { files } = (await uploaded.json()) as { files: { id: string }[] };
  expect(await post("/api/drafts/import", { projectId, fileId: files[0]!.id })).toMatchObject({ notices: [] });
}

/** Everything in a data folder besides the database, by path. */
function filesIn(folder: string): Record<string, string> {
  const entries = ["files", "avatars", "outbox"].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  const paths = [...entries.map((entry) => join(entry.parentPath, entry.name)), join(folder, "auth-secret")];
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), readFileSync(path, "base64")]).sort());
}

async function rowsIn(place: Place): Promise<string[]> {
  const engine = await openEngine(place);
  const lines: string[] = [];
  await exportDatabase(engine, (line) => void lines.push(line));
  await engine.close();
  return lines;
}

eachEngine((newPlace, engine) => {
  const settingsOf = (place: Place): Record<string, string> => ("url" in place ? { DATABASE_URL: place.url } : {});
  const databaseOf = (place: Place, folder: string): Place => ("url" in place ? place : { folder: join(folder, "database") });

  test.each(["", "correct horse battery staple"])(
    "what is restored is what was there (passphrase “%s”)",
    async (passphrase) => {
      const [data, target, copies] = [join(temporaryFolder(), "data"), join(temporaryFolder(), "data"), temporaryFolder()];
      const [place, targetPlace] = [await newPlace(), await newPlace()];
      const app = await startApp({ STET_DATA: data, BACKUP_FOLDER: copies, BACKUP_PASSPHRASE: passphrase, ...settingsOf(place) });
      await upload(app, "The first file, å.");
      await importWord(app);
      await app.stet.avatars.keep(Buffer.from(png, "base64"));
      await app.stet.mail.post("reader@example.test", { subject: "Kept", text: "A letter", html: "<p>A letter</p>" });
      await app.stet.mail.carried();
      await app.stet.backups.make();
      await upload(app, "The second file. ".repeat(20_000));
      // Background work would change rows between the backup and the comparison.
      await app.stet.jobs.close();
      await app.stet.usage.close();
      // Backup names have a resolution of one second.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const { files } = await app.stet.backups.make();
      const kept = filesIn(data);
      expect(files.map(({ path }) => `/${path}`).sort()).toEqual(Object.keys(kept));
      // The first file is stored once for both.
      expect(await listBackups(copies)).toHaveLength(2);
      expect(
        readdirSync(join(copies, "objects"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
      ).toHaveLength(files.length + 1);
      await app.stet.drain();
      await app.stet.close();

      const secret = passphrase === "" ? undefined : passphrase;
      const url = "url" in targetPlace ? targetPlace.url : undefined;
      await restore(copies, { dataFolder: target, databaseUrl: url }, secret);
      expect(filesIn(target)).toEqual(kept);
      const [before, after] = [await rowsIn(databaseOf(place, data)), await rowsIn(databaseOf(targetPlace, target))];
      expect(before.length).toBeGreaterThan(50);
      expect(after).toEqual(before);
    },
    150_000,
  );

  if (engine === "embedded")
    test("what is damaged, cut short or locked by another passphrase is refused before anything is written", async () => {
      const [data, copies] = [join(temporaryFolder(), "data"), temporaryFolder()];
      const app = await startApp({ STET_DATA: data, BACKUP_PASSPHRASE: "the right one" });
      const { name, database } = await app.stet.backups.make(copies);
      await app.close();
      const to = (folder: string) => ({ dataFolder: folder, databaseUrl: undefined });
      const target = join(temporaryFolder(), "data");
      await expect(restore(copies, to(target), undefined)).rejects.toThrow("Set BACKUP_PASSPHRASE");
      await expect(restore(copies, to(target), "a wrong one")).rejects.toThrow("The passphrase is not the one");
      const used = temporaryFolder();
      mkdirSync(join(used, "database"));
      await expect(restore(copies, to(used), "the right one")).rejects.toThrow("is not empty (database). Nothing was changed.");
      const file = join(copies, database.object);
      const bytes = readFileSync(file);
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      writeFileSync(file, bytes);
      await expect(restore(copies, to(target), "the right one")).rejects.toThrow(`${database.object} is not what was stored there`);
      rmSync(join(copies, name, "manifest.json"));
      await expect(restore(copies, to(target), "the right one")).rejects.toThrow("There is no finished backup");
      expect(readdirSync(join(target, ".."))).toEqual([]);
    }, 150_000);
});
