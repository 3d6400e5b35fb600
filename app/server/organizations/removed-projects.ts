/* Purges deleted projects, templates and restorable memberships once they can no longer be undone, and expired links to chats. */
import { theServer } from "#core/workspace/policy.ts";
import { sweepChatShares } from "../data/chats/chat-shares.ts";
import { sweepRemovedTemplates } from "../data/library/templates.ts";
import { sweepRemovedProjects } from "../data/organizations/projects.ts";
import { sweepRemovedMembers } from "../data/organizations/removed-members.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";

const everyMs = 60 * 60_000;

/** Returns a function that stops the sweep. */
export function sweepRemoved({ db, log }: { db: Db; log: Log }): () => void {
  const sweep = () =>
    void Promise.all([
      sweepRemovedProjects(theServer, db),
      sweepRemovedTemplates(theServer, db),
      sweepChatShares(theServer, db),
      sweepRemovedMembers(theServer, db),
    ]).catch((error: unknown) => log.warn({ err: error }, "projects, templates, links and removed members could not be swept"));
  sweep();
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
