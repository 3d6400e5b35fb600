/*
 * Every kind of job, with its limits. What a kind does is in handlers.ts; a kind without a handler does not compile.
 * Add here what takes longer than a request or is due by the clock; no room has a timer of its own for that.
 */
import { z } from "zod";
import { recognisableLanguages } from "#core/sources/recognised-page.ts";
import { webhookEvents } from "#core/webhooks/webhook.ts";
import type { jobNames } from "#core/workspace/failed-job.ts";

export type JobKindRules = {
  data: z.ZodType;
  /** At once, in the whole installation. */
  most: number;
  /** At once, of one person. */
  each: number;
  /** Attempts; null for work that is never given up. */
  tries: number | null;
  /** Before the second attempt; twice as long before each further one, up to an hour. */
  firstPauseSeconds: number;
  /** Then its signal is aborted, and the attempt has failed. */
  longestMinutes: number;
  schedule: Schedule | null;
};

/** The interval is counted from the end of the last time, and kept across restarts. */
type Schedule = { everySeconds: number; firstSeconds: number };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const nothing = z.strictObject({});

/** Upkeep: one at a time, never given up. `firstSeconds`: after the very first start. */
function scheduled(everySeconds: number, { firstSeconds = minute, longestMinutes = 60 } = {}) {
  return {
    data: nothing,
    most: 1,
    each: 1,
    tries: null,
    firstPauseSeconds: 30,
    longestMinutes,
    schedule: { everySeconds, firstSeconds },
  } satisfies JobKindRules;
}

/** Files or documents, some at a time; those that are done are stored, so an interrupted attempt costs little. */
function inParts<Data extends z.ZodType>(data: Data, most = 2) {
  return { data, most, each: 1, tries: 5, firstPauseSeconds: 5, longestMinutes: 24 * 60, schedule: null } satisfies JobKindRules;
}

/** A person's work on an export of another product; what is there is skipped. */
const ofImport = inParts(z.strictObject({ importId: z.uuid(), fileName: z.string() }));

/** The pictures of a file's pages; those that were read are kept, so an interrupted attempt costs a page. */
const ofScannedPages = {
  data: z.strictObject({
    fileId: z.uuid(),
    fileName: z.string(),
    languages: z.array(z.enum(recognisableLanguages)).min(1),
    /** Whether a person has chosen the languages; otherwise each page's own is found. */
    isChosen: z.boolean(),
  }),
  // A page keeps a core busy.
  most: 1,
  each: 1,
  tries: 3,
  firstPauseSeconds: 10,
  longestMinutes: 24 * 60,
  schedule: null,
} satisfies JobKindRules;

/** Questions to a model, whose answers are stored one by one: an interrupted attempt costs none of them. */
function askedOneByOne<Data extends z.ZodType>(data: Data, { tries = 8, longestMinutes = 6 * 60 } = {}) {
  return { data, most: 8, each: 3, tries, firstPauseSeconds: 15, longestMinutes, schedule: null } satisfies JobKindRules;
}

/** The cells of a review that wait for an answer; those that have one are stored, so an interrupted attempt costs none. */
const ofReview = askedOneByOne(z.strictObject({ runId: z.uuid(), reviewId: z.uuid(), fileName: z.string() }), {
  longestMinutes: 24 * 60,
});

/** The rules of a playbook that wait to be held against a draft; those that were are stored. */
const ofPlaybook = askedOneByOne(z.strictObject({ checkId: z.uuid(), draftId: z.uuid(), fileName: z.string() }));

/** The steps of a research that wait for an answer, and its memo; those that have one are stored. */
const ofResearch = askedOneByOne(z.strictObject({ runId: z.uuid(), researchId: z.uuid(), fileName: z.string() }));

/** The steps of a workflow from where it stands; those that are done are stored. */
const ofWorkflow = askedOneByOne(z.strictObject({ runId: z.uuid(), turn: z.int(), fileName: z.string() }), { tries: 6 });

/** A message to one webhook: tried for about five hours. */
const ofWebhook = {
  data: z.strictObject({ deliveryId: z.uuid() }),
  most: 8,
  // A slow server delays only the webhooks of one member.
  each: 2,
  tries: 12,
  firstPauseSeconds: 30,
  longestMinutes: 1,
  schedule: null,
} satisfies JobKindRules;

/** An event to report to the webhooks of its organization that subscribe to it. Queued by triggers. */
const ofEvent = {
  data: z.strictObject({
    eventId: z.uuid(),
    at: z.string(),
    organizationId: z.string(),
    type: z.enum(webhookEvents),
    details: z.record(z.string(), z.string()),
  }),
  most: 2,
  each: 2,
  tries: null,
  firstPauseSeconds: 5,
  longestMinutes: 5,
  schedule: null,
} satisfies JobKindRules;

/** Files that are read into a collection. */
const ofCollection = inParts(z.strictObject({ batchId: z.uuid(), fileName: z.string() }));

/** Documents that are drawn for a production. Drawing keeps a core busy. */
const ofProduction = inParts(z.strictObject({ productionId: z.uuid(), fileName: z.string() }), 1);

/** An act of law from its source, which keeps a pace of its own; storing it again changes nothing. */
const ofLaw = {
  data: z.strictObject({
    fileName: z.string(),
    source: z.string(),
    key: z.string(),
    actId: z.string().nullable(),
    /** The stored act that is refreshed. */
    storedId: z.string().nullable(),
    isNewest: z.boolean(),
    /** The same act in the language it is had in if not in this one. */
    instead: z.strictObject({ key: z.string(), actId: z.string() }).nullable(),
  }),
  most: 4,
  each: 2,
  tries: 3,
  firstPauseSeconds: 10,
  longestMinutes: 60,
  schedule: null,
} satisfies JobKindRules;

/** A backup that an administrator asked for, or, with a name, the check of one. */
const ofBackup = {
  data: z.strictObject({ name: z.string().nullable(), fileName: z.string() }),
  most: 1,
  each: 1,
  tries: 1,
  firstPauseSeconds: 5,
  longestMinutes: 24 * 60,
  schedule: null,
} satisfies JobKindRules;

export const jobKinds = {
  "read-export": ofImport,
  "import-chats": ofImport,
  "recognise-pages": ofScannedPages,
  "run-review": ofReview,
  "check-playbook": ofPlaybook,
  "run-research": ofResearch,
  "run-workflow": ofWorkflow,
  "announce-event": ofEvent,
  "deliver-webhook": ofWebhook,
  "collect-documents": ofCollection,
  "produce-documents": ofProduction,
  "fetch-law": ofLaw,
  "back-up": ofBackup,
  "delete-accounts": scheduled(hour),
  "delete-organizations": scheduled(hour),
  /** Woken by comments; it says itself when the next email is due. */
  "send-comment-emails": scheduled(hour, { firstSeconds: 5 }),
  /** Woken by uploads. Another process may have accepted a file and then exited. */
  "index-files": scheduled(hour, { firstSeconds: 2, longestMinutes: 24 * 60 }),
  /** Which sections of stored law cite which, of acts loaded since it was last done. */
  "read-law-citations": scheduled(hour, { firstSeconds: 20, longestMinutes: 12 * 60 }),
  /** Woken by uploads and by what is set up; it says itself when the next workflow is due. */
  "start-workflows": scheduled(minute, { firstSeconds: 3 }),
  /** Looks whether one is due; after a failure it is tried again sooner. */
  "make-backup": scheduled(10 * minute, { longestMinutes: 24 * 60 }),
  "sweep-ended-jobs": scheduled(day),
  "sweep-files": scheduled(6 * hour),
  "sweep-imports": scheduled(day),
  "sweep-limits": scheduled(day),
  "sweep-removed": scheduled(hour),
  "sweep-security-events": scheduled(day),
  "sweep-temporary-chats": scheduled(10 * minute, { firstSeconds: 5 }),
  "sweep-uploads": scheduled(hour),
  "sweep-webhooks": scheduled(day),
  "sweep-usage": scheduled(day),
} satisfies Record<keyof typeof jobNames, JobKindRules>;

export type JobKind = keyof typeof jobKinds;
export type JobData<Kind extends JobKind> = z.output<(typeof jobKinds)[Kind]["data"]>;

/** Seconds until the next attempt, after the nth failed. */
export function pauseAfter({ firstPauseSeconds }: JobKindRules, attempts: number): number {
  return Math.min(hour, firstPauseSeconds * 2 ** Math.min(20, attempts - 1));
}
