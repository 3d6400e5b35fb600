/*
 * Acts that people ask for by their numbers, on the law shelf, and stored acts whose sources they ask again. Each is a job
 * (server/jobs): it waits for its source as long as it takes, and says why there was nothing. What the law of an answer
 * heeds, this does too: sources that are off, their pace, their addresses, and pseudonyms.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { mostActsAsked, type LawAsked } from "#core/law/law-shelf.ts";
import { truncate } from "#core/sources/source.ts";
import { mayMake, theServer, type Person, type Plan } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { findPersonAt } from "../accounts/actor.ts";
import { findStoredAct, findStoredLaw, type StoredLaw } from "../data/law/law-fetches.ts";
import { hasOpenLawJob } from "../data/law/law-jobs.ts";
import type { Db } from "../db/database.ts";
import { createLimiter, takePoints } from "../db/limiter.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { JobData } from "../jobs/kinds.ts";
import type { Jobs, Work } from "../jobs/jobs.ts";
import { secrecyAt } from "../models/secrecy.ts";
import type { Reference } from "./connectors/connector.ts";
import type { LiveLaw, Outcome } from "./live-law.ts";

type Services = {
  db: Db;
  liveLaw: Pick<LiveLaw, "named" | "describe" | "bringAct">;
  jobs: Pick<Jobs, "queue" | "drop" | "look">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
};

type Askable = { name: string; isFinal: boolean } | { refusal: string };
export type LawRequests = ReturnType<typeof createLawRequests>;

/** Of one person: the law is everyone's, and its publishers serve it for free. */
const mostAnHour = 40;
const lookEveryMs = 1_000;

const examples =
  "Enter its number or name, such as SFS 1982:80, Regulation (EU) 2016/679, ukpga/2018/12, BWBR0045754, KSchG or Data Protection Act 2018.";

export function createLawRequests({ db, liveLaw, jobs, newPlan }: Services) {
  const limiter = createLimiter(db, { name: "law-asked", points: mostAnHour, seconds: 3600 });

  async function takeTurn(me: Person): Promise<void> {
    const { secondsToWait } = await takePoints([{ limiter, key: me.userId }]);
    if (secondsToWait === null) return;
    const minutes = Math.ceil(secondsToWait / 60);
    const refusal = problem(
      "too-many-requests",
      `You can ask for ${mostAnHour} acts an hour. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    );
    refusal.headers.set("retry-after", String(secondsToWait));
    throw refusal;
  }

  /** Nothing is queued twice for the same person in the same workspace. */
  async function begin(
    me: Person,
    { source, key, label, actId, isNewest, instead }: Reference,
    storedId: string | null,
  ): Promise<void> {
    const jobKey = `${me.userId} ${me.organizationId ?? "-"} ${source} ${key}`;
    if (await hasOpenLawJob(me, db, jobKey)) return;
    await takeTurn(me);
    await jobs.drop(jobKey);
    const data: JobData<"fetch-law"> = {
      fileName: truncate(label, 120),
      source,
      key,
      actId: actId ?? null,
      storedId,
      isNewest: isNewest === true,
      instead: instead ?? null,
    };
    await jobs.queue(db, "fetch-law", { key: jobKey, owner: me, data });
    jobs.look();
  }

  /** A source that is asked, or why it is not. */
  function askable(source: string): Askable {
    const described = liveLaw.describe(source);
    if (described === null) return { refusal: "It was loaded from a file, so there is no source to ask." };
    const { name, needs, isOn, isFinal = false } = described;
    if (!isOn)
      return { refusal: `${name} isn’t queried here (LIVE_LAW). Your administrator can turn it on, or load law from files.` };
    return needs === null ? { name, isFinal } : { refusal: `${name} isn’t queried until your administrator sets ${needs}.` };
  }

  /** What to ask the source of a stored act for, or why it is not asked. */
  function refreshing(stored: StoredLaw): { reference: Reference } | { refusal: string } {
    const { actId, source, title, known } = stored;
    const asked = askable(source);
    if ("refusal" in asked) return asked;
    if (asked.isFinal) return { refusal: `What ${asked.name} has published doesn’t change.` };
    // Loaded from a file, an act is asked for by its number.
    const key = known?.key ?? liveLaw.named(actId).find((one) => one.source === source && one.actId === actId)?.key;
    return key === undefined
      ? { refusal: `It was loaded from a file, and Stet doesn’t know under which name ${asked.name} has it.` }
      : { reference: { source: source as Reference["source"], key, actId, label: title, names: [] } };
  }

  return {
    /** Adds the acts that a text names; those that are stored are returned instead. */
    async add(me: Person, citation: string): Promise<LawAsked> {
      if (!mayMake(me)) throw problem("not-allowed");
      const secrecy = secrecyAt(db, { organizationId: me.organizationId, userId: me.userId, projectId: null });
      const text = (await secrecy.open([citation]))?.replace(citation) ?? citation;
      const certain = liveLaw.named(text);
      // German acts are recognized by what is cited of them.
      const named = (certain.length > 0 ? certain : liveLaw.named(`§ 1 ${text}`)).slice(0, mostActsAsked);
      if (named.length === 0) throw problem("law-not-recognized", examples);
      const asked: LawAsked = { stored: [], begun: [] };
      for (const reference of named) {
        const stored = reference.isNewest === true ? null : await findStoredLaw(theServer, db, reference);
        if (stored !== null) {
          asked.stored.push({ id: stored.actId, title: stored.title });
          continue;
        }
        const from = askable(reference.source);
        if ("refusal" in from) throw problem("law-not-asked", from.refusal);
        await begin(me, reference, null);
        asked.begun.push(reference.label);
      }
      return asked;
    },

    /** Asks the source of a stored act whether it has changed. */
    async refresh(me: Person, actId: string): Promise<void> {
      if (!mayMake(me)) throw problem("not-allowed");
      const stored = await findStoredAct(theServer, db, actId);
      if (stored === null) throw problem("not-found");
      const asked = refreshing(stored);
      if ("refusal" in asked) throw problem("law-not-asked", asked.refusal);
      await begin(me, asked.reference, actId);
    },

    /** Null if it can be refreshed. */
    async refreshRefusal(actId: string): Promise<string | null> {
      const stored = await findStoredAct(theServer, db, actId);
      const asked = stored === null ? null : refreshing(stored);
      return asked !== null && "refusal" in asked ? asked.refusal : null;
    },

    async work({ data, ownerId, organizationId, signal, progress }: Work<"fetch-law">): Promise<void> {
      const me = await findPersonAt(db, newPlan, { userId: ownerId ?? "", organizationId });
      if (me === null || !mayMake(me)) throw new JobRefused("You no longer have access to this workspace.");
      const from = askable(data.source);
      if ("refusal" in from) throw new JobRefused(from.refusal);
      const reference = readReference(data);
      let steps = 0;
      const bring = () => liveLaw.bringAct(reference, { signal, onFetched: () => (steps = 1) });
      const watch = () => watched(bring(), () => progress(steps, 2));
      let outcome = await watch();
      // Another person’s request for the same act, which this one had joined, was cancelled.
      if (outcome.kind === "failed" && outcome.why.fault === "off") outcome = await watch();
      signal.throwIfAborted();
      if (outcome.kind === "failed") throw new JobRefused(`${from.name} ${outcome.why.detail}.`);
    },
  };
}

/** Reports every second, which also throws once the work is to stop. */
async function watched(work: Promise<Outcome>, report: () => Promise<void>): Promise<Outcome> {
  work.catch(() => undefined);
  for (;;) {
    await report();
    const outcome = await Promise.race([work, sleep(lookEveryMs, null, { ref: false })]);
    if (outcome !== null) return outcome;
  }
}

function readReference({ source, key, fileName, actId, isNewest, instead }: JobData<"fetch-law">): Reference {
  return {
    source: source as Reference["source"],
    key,
    label: fileName,
    names: [],
    ...(actId !== null && { actId }),
    ...(isNewest && { isNewest }),
    ...(instead !== null && { instead }),
  };
}
