/* What each kind of job does. */
import { theServer } from "#core/workspace/policy.ts";
import { deleteDueAccounts } from "../accounts/delete-due-accounts.ts";
import type { Avatars } from "../accounts/avatars.ts";
import { backUpNow } from "../backup/back-up-now.ts";
import type { Backups } from "../backup/scheduled-backups.ts";
import { sweepTemporary } from "../chat/temporary-chats.ts";
import type { Updates } from "../chat/updates.ts";
import { sweepEvents } from "../data/accounts/security-events.ts";
import { cancelJobsOfFormerMembers, dropEndedJobs } from "../data/upkeep/job-queue.ts";
import { sweepLimits } from "../data/upkeep/limits-used.ts";
import { sweepUsage } from "../data/upkeep/usage-sweep.ts";
import type { Db } from "../db/database.ts";
import type { Collecting } from "../discovery/collecting.ts";
import type { Producing } from "../discovery/producing.ts";
import type { Mail } from "../email/email-queue.ts";
import { sendCommentEmails } from "../email/send-comment-emails.ts";
import type { Env } from "../env.ts";
import type { FileStore } from "../files/file-store.ts";
import type { ScannedFiles } from "../files/recognition/scanned-files.ts";
import type { ResumableUploads } from "../files/resumable-uploads.ts";
import { sweepFiles } from "../files/sweep-files.ts";
import type { Imports } from "../import/imports.ts";
import type { PlaybookChecks } from "../playbooks/playbook-checks.ts";
import type { ResearchRuns } from "../research/research-work.ts";
import type { ReviewRuns } from "../reviews/review-runs.ts";
import type { WorkflowTriggers } from "../workflows/triggers.ts";
import type { WorkflowRuns } from "../workflows/workflow-runs.ts";
import type { FileIndexer } from "../knowledge/file-indexer.ts";
import { readLawCitations } from "../knowledge/law-citations.ts";
import type { LawRequests } from "../knowledge/law-requests.ts";
import { deleteDueOrganizations } from "../organizations/delete-due-organizations.ts";
import { sweepRemoved } from "../organizations/sweep-removed.ts";
import { sweepDeliveries } from "../data/upkeep/webhook-deliveries.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { Handlers } from "./jobs.ts";

type Parts = {
  env: Env;
  db: Db;
  mail: Mail;
  avatars: Avatars;
  updates: Updates;
  store: FileStore;
  uploads: readonly ResumableUploads[];
  imports: Imports;
  scannedFiles: ScannedFiles;
  reviewRuns: ReviewRuns;
  playbookChecks: PlaybookChecks;
  researchRuns: ResearchRuns;
  workflowRuns: WorkflowRuns;
  workflowTriggers: WorkflowTriggers;
  webhooks: Webhooks;
  collecting: Collecting;
  producing: Producing;
  lawRequests: LawRequests;
  fileIndexer: FileIndexer;
  backups: Pick<Backups, "makeDue" | "make" | "verify">;
};

export function jobHandlers(parts: Parts): Handlers {
  const { env, db, mail, store, updates, uploads, imports, scannedFiles, fileIndexer, backups } = parts;
  const { reviewRuns, playbookChecks, researchRuns, workflowRuns, workflowTriggers } = parts;
  const { webhooks, collecting, producing, lawRequests } = parts;
  return {
    "read-export": (work) => imports["read-export"](work),
    "import-chats": (work) => imports["import-chats"](work),
    "recognise-pages": (work) => scannedFiles.work(work),
    "run-research": (work) => researchRuns.work(work),
    async "run-review"(work) {
      await reviewRuns.work(work);
      await workflowRuns.resumeAfter(work.data.runId);
    },
    async "check-playbook"(work) {
      await playbookChecks.work(work);
      await workflowRuns.resumeAfter(work.data.checkId);
    },
    "run-workflow": (work) => workflowRuns.work(work),
    "start-workflows": (work) => workflowTriggers.work(work),
    "announce-event": (work) => webhooks.announce(work),
    "deliver-webhook": (work) => webhooks.deliver(work),
    "collect-documents": (work) => collecting.work(work),
    "produce-documents": (work) => producing.work(work),
    "fetch-law": (work) => lawRequests.work(work),
    "delete-accounts": () => deleteDueAccounts(parts),
    "delete-organizations": () => deleteDueOrganizations(parts),
    async "send-comment-emails"({ signal }) {
      const next = await sendCommentEmails({ db, mail, url: env.url }, signal);
      if (next !== null) return { againInSeconds: Math.max(0, next) };
    },
    "index-files": ({ signal }) => fileIndexer.work(signal),
    "read-law-citations": ({ signal }) => readLawCitations(db, { signal }),
    async "sweep-ended-jobs"() {
      await cancelJobsOfFormerMembers(theServer, db, null);
      await dropEndedJobs(theServer, db);
    },
    "make-backup": () => backups.makeDue(),
    "back-up": ({ data }) => backUpNow(backups, data.name),
    "sweep-files": ({ signal }) => sweepFiles({ db, store }, signal),
    "sweep-imports": () => imports.sweep(),
    "sweep-limits": () => sweepLimits(theServer, db),
    "sweep-removed": () => sweepRemoved(db),
    async "sweep-security-events"() {
      await sweepEvents(theServer, db);
    },
    "sweep-temporary-chats": () => sweepTemporary({ db, updates }),
    async "sweep-uploads"() {
      for (const one of uploads) await one.sweep();
    },
    "sweep-webhooks": () => sweepDeliveries(theServer, db),
    async "sweep-usage"() {
      await sweepUsage(theServer, db, env.USAGE_DAYS);
    },
  };
}
