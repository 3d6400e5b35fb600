/* Backups, for the installation's administrators: which there are, making one now, and checking one. */
import { Hono } from "hono";
import { problem } from "#core/workspace/problem.ts";
import { isBackupName, listBackups } from "#server/backup/backup-folder.ts";
import { backupReport } from "#server/backup/backup-report.ts";
import { provenAdministrator } from "#server/data/installation/administrators.ts";
import { listBackupJobs } from "#server/data/installation/backup-jobs.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";

export function backupAdministration(stet: Stet) {
  const { db, env } = stet;

  /** `name` is null for a new one. */
  async function queue(c: ApiContext, name: string | null): Promise<void> {
    const me = await provenAdministrator(personOf(c), db);
    const folder = env.BACKUP_FOLDER;
    if (folder === undefined) throw problem("bad-request", "No backups are set up. Set BACKUP_FOLDER and restart Stet.");
    if (name !== null && !(isBackupName(name) && (await listBackups(folder)).some((one) => one.name === name)))
      throw problem("not-found");
    if ((await listBackupJobs(me, db)).some((job) => job.name === name && !job.isFailed))
      throw problem("bad-request", name === null ? "A backup is being made already." : "This backup is being checked already.");
    const owner = { userId: me.userId, organizationId: null };
    await stet.jobs.queue(db, "back-up", { owner, data: { name, fileName: name ?? "everything" } });
    stet.jobs.look();
    await audit(stet, c, { kind: name === null ? "backup-begun" : "backup-check-begun", subject: name ?? "" });
  }

  return new Hono<ApiEnv>()
    .get("/api/admin/backups", async (c) => c.json(await backupReport(personOf(c), stet)))
    .post("/api/admin/backups", async (c) => {
      await queue(c, null);
      return c.json({ success: true });
    })
    .post("/api/admin/backups/:name/check", async (c) => {
      await queue(c, c.req.param("name"));
      return c.json({ success: true });
    });
}
