/* Work of the installation that failed, as its administrators see it: what and when, not what it was about. */
import { z } from "zod";

/** What each kind of job does, for those who run the installation; a kind without a name does not compile. */
export const jobNames = {
  "read-export": "Read an export from another product",
  "import-chats": "Import chats",
  "recognise-pages": "Read scanned pages",
  "run-review": "Run a review",
  "check-playbook": "Check a draft against a playbook",
  "run-research": "Do research",
  "run-workflow": "Run a workflow",
  "announce-event": "Report an event to webhooks",
  "deliver-webhook": "Send a message to a webhook",
  "collect-documents": "Read files into a collection",
  "produce-documents": "Draw the documents of a production",
  "fetch-law": "Fetch an act of law",
  "back-up": "Make or check a backup now",
  "delete-accounts": "Delete accounts that are due",
  "delete-organizations": "Delete organizations that are due",
  "send-comment-emails": "Send emails about comments",
  "index-files": "Index uploaded files",
  "read-law-citations": "Read which law cites which",
  "start-workflows": "Start workflows that are due",
  "make-backup": "Make a backup",
  "sweep-ended-jobs": "Clear ended jobs",
  "sweep-files": "Clear files that nothing uses",
  "sweep-imports": "Clear old imports",
  "sweep-limits": "Clear used limits",
  "sweep-removed": "Erase what was deleted",
  "sweep-security-events": "Clear old security events",
  "sweep-temporary-chats": "Erase temporary chats",
  "sweep-uploads": "Clear abandoned uploads",
  "sweep-webhooks": "Clear old messages to webhooks",
  "sweep-usage": "Sum up usage",
} as const;

export type FailedJob = {
  id: string;
  kind: keyof typeof jobNames;
  /** The address of the person it was for; null for the installation's own work. */
  email: string | null;
  /** ISO time at which it failed, or will be tried again. */
  at: string;
  attempts: number;
  /** A sentence that says nothing of anyone's documents. */
  problem: string;
  /** It is tried again by itself, at that time. */
  isTriedAgain: boolean;
};

/** `next`: the id to continue after, or null. */
export type FailedJobsPage = { failed: FailedJob[]; retrying: FailedJob[]; next: string | null };

export const failedJobsPerPage = 50;

export const failedJobChange = z.strictObject({ action: z.enum(["retry", "discard"]) });
export type FailedJobAction = z.infer<typeof failedJobChange>["action"];
