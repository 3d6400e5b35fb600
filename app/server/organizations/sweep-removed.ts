/*
 * Purges deleted projects, templates, contacts, reviews, research, collections, productions, runs of workflows and restorable
 * memberships once they can no longer be undone, and expired links to chats.
 */
import { theServer } from "#core/workspace/policy.ts";
import { sweepChatShares } from "../data/chats/chat-shares.ts";
import { sweepRemovedRelations } from "../data/contacts/contact-relations.ts";
import { sweepRemovedContacts } from "../data/contacts/contacts.ts";
import { sweepRemovedCollections } from "../data/discovery/collections.ts";
import { sweepRemovedSearches } from "../data/discovery/saved-searches.ts";
import { sweepRemovedProductions } from "../data/discovery/productions.ts";
import { sweepRemovedTemplates } from "../data/library/templates.ts";
import { sweepRemovedResearch } from "../data/research/research.ts";
import { sweepRemovedReviews } from "../data/reviews/reviews.ts";
import { sweepRemovedProjects } from "../data/organizations/projects.ts";
import { sweepRemovedMembers } from "../data/organizations/removed-members.ts";
import { sweepRemovedTriggers } from "../data/workflows/triggers.ts";
import { sweepRemovedRuns } from "../data/workflows/workflow-runs.ts";
import type { Db } from "../db/database.ts";

export async function sweepRemoved(db: Db): Promise<void> {
  await sweepRemovedProjects(theServer, db);
  await sweepRemovedTemplates(theServer, db);
  await sweepRemovedContacts(theServer, db);
  await sweepRemovedRelations(theServer, db);
  await sweepRemovedReviews(theServer, db);
  await sweepRemovedResearch(theServer, db);
  await sweepRemovedCollections(theServer, db);
  await sweepRemovedProductions(theServer, db);
  await sweepRemovedSearches(theServer, db);
  await sweepRemovedRuns(theServer, db);
  await sweepRemovedTriggers(theServer, db);
  await sweepChatShares(theServer, db);
  await sweepRemovedMembers(theServer, db);
}
