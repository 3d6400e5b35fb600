/*
 * Everything under /api, /v1, /mcp and /health, and the checks each request passes first. Pages are React Router's, mounted
 * after this in server.ts.
 */
import { Hono } from "hono";
import { problem } from "#core/workspace/problem.ts";
import type { Stet } from "#server/stet.ts";
import { account } from "./account.ts";
import { apiKinds, refuseUnlisted } from "./address-table.ts";
import { auditAccount } from "./audit.ts";
import { admin } from "./admin.ts";
import { apiKeys } from "./api-keys.ts";
import { apiUsage } from "./api-usage.ts";
import { auth } from "./auth.ts";
import { billing, billingEvents } from "./billing.ts";
import { chat } from "./chat.ts";
import { chatPdf } from "./chat-pdf.ts";
import { chatShares } from "./chat-shares.ts";
import { chats } from "./chats.ts";
import { comments } from "./comments.ts";
import { contact } from "./contact.ts";
import { contactErasure } from "./contact-erasure.ts";
import { contactRelations } from "./contact-relations.ts";
import { contacts } from "./contacts.ts";
import { cspReports } from "./csp-reports.ts";
import { door } from "./door.ts";
import { draftExport } from "./draft-export.ts";
import { draftImport } from "./draft-import.ts";
import { draftPictures } from "./draft-pictures.ts";
import { discovery } from "./discovery.ts";
import { productions } from "./productions.ts";
import { savedSearches } from "./saved-searches.ts";
import { drafts } from "./drafts.ts";
import { answerError, observed, refuseWhenFull } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { favicons } from "./favicons.ts";
import { files, resumableUploads, upload } from "./files.ts";
import { functions } from "./functions.ts";
import { health } from "./health.ts";
import { arrivingImports, imports } from "./imports.ts";
import { jobs } from "./jobs.ts";
import { invitations } from "./invitations.ts";
import { law } from "./law.ts";
import { library } from "./library.ts";
import { mcp } from "./mcp/index.ts";
import { inRpcForm } from "./mcp/rpc.ts";
import { members } from "./members.ts";
import { models } from "./models.ts";
import { organizationRecords } from "./organization-records.ts";
import { organizationPolicies } from "./organization-policies.ts";
import { organizations } from "./organizations.ts";
import { proposedChanges } from "./proposed-changes.ts";
import { providerSignIn } from "./provider-sign-in.ts";
import { playground } from "./playground.ts";
import { avatars } from "./profile.ts";
import { projects } from "./projects.ts";
import { playbooks } from "./playbooks.ts";
import { reviewColumns, reviewDocuments, reviews, reviewTables } from "./reviews.ts";
import { research } from "./research.ts";
import { workflows } from "./workflows.ts";
import { runs } from "./runs.ts";
import { search } from "./search.ts";
import { sent } from "./sent.ts";
import { shares } from "./shares.ts";
import { spelling } from "./spelling.ts";
import { toolServers } from "./tool-servers.ts";
import { toolSignIns } from "./tool-sign-ins.ts";
import { transcribe } from "./transcribe.ts";
import { updates } from "./updates.ts";
import { writing } from "./writing.ts";
import { pseudonyms } from "./pseudonyms.ts";
import { writingStyles } from "./writing-styles.ts";
import { programRefusals, v1 } from "./v1/index.ts";
import { inApiForm } from "./v1/refusal.ts";
import { webhooks } from "./webhooks.ts";

/** In alphabetical order; no two of them answer the same address. */
const parts = [
  admin,
  apiKeys,
  apiUsage,
  account,
  avatars,
  billing,
  chat,
  chatPdf,
  chats,
  chatShares,
  comments,
  contact,
  contactErasure,
  contactRelations,
  contacts,
  cspReports,
  draftExport,
  draftImport,
  draftPictures,
  drafts,
  favicons,
  files,
  functions,
  imports,
  jobs,
  invitations,
  law,
  library,
  members,
  models,
  organizationRecords,
  organizationPolicies,
  organizations,
  playground,
  projects,
  proposedChanges,
  playbooks,
  research,
  workflows,
  discovery,
  productions,
  savedSearches,
  reviews,
  reviewColumns,
  reviewDocuments,
  reviewTables,
  runs,
  search,
  sent,
  shares,
  spelling,
  toolServers,
  toolSignIns,
  webhooks,
  transcribe,
  updates,
  writing,
  pseudonyms,
  writingStyles,
];

export function createApi(stet: Stet) {
  const app = new Hono<ApiEnv>();
  app.onError(answerError(stet) as never);
  app.use(observed(stet));
  app.use("/v1/*", programRefusals(stet, inApiForm));
  app.use("/mcp", programRefusals(stet, inRpcForm));
  app.use("/api/*", refuseWhenFull(stet));
  app.use("/v1/*", refuseWhenFull(stet));
  app.use(door(stet));
  app.route("/", billingEvents(stet));
  app.route("/", v1(stet));
  app.route("/", mcp(stet));
  app.route("/", health(stet));
  app.route("/", upload(stet));
  app.route("/", resumableUploads(stet));
  app.route("/", arrivingImports(stet));
  app.route("/", providerSignIn(stet));
  app.route("/", auth(stet));
  app.use("/api/account/*", auditAccount(stet));
  for (const part of parts) app.route("/", part(stet));

  for (const rest of ["/api/*", "/health/*"])
    app.all(rest, () => {
      throw problem("not-found");
    });
  const served = app.routes.filter((route) => route.method !== "ALL").map((route) => `${route.method} ${route.path}`);
  refuseUnlisted(served, apiKinds);
  return app;
}
