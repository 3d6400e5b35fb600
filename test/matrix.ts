/*
 * Who gets which response: every API address and every page, requested by every role. A row states the status for
 * each role; test/matrix-tests.ts creates the world afresh for every request, and fails with the name of anything that
 * has no row here.
 *
 * A new endpoint is one line, such as
 *
 * "GET /api/things/:id": row(thing(200, 200), async (w) => ({ id: await w.thing() })),
 *
 * Things belong to `owner`. They are in a project shared with `viewer`, once in the owner's personal workspace and
 * once in an organization, where owner is a member and viewer a guest, and where `commenter` and `editor`, members,
 * have it as such. Nothing is shared with the organization's other people; `stranger` and `outsider`, who owns another organization, are not members.
 */
import type { World } from "./matrix-world.ts";
import { choicesOf } from "./turns.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Place } from "./matrix-world.ts";
import type { Role } from "./matrix-world.ts";

/** A status; for a page also "sign-in", a redirect there. */
export type Answer = number | "sign-in";
type Answers = Partial<Record<Role, Answer>> & { rest: Answer };

export type Expected = Partial<Record<Place, Answers>>;
/**
 * Fields that the address names are put into it; `body` is sent as JSON, `form` as a page's form, `files` as an
 * upload.
 */
export type Asked = {
  body?: object;
  form?: Record<string, string>;
  files?: Record<string, File>;
  query?: string;
  [parameter: string]: unknown;
};
export type Row = {
  expected: Expected;
  ask: (world: World) => Promise<Asked> | Asked;
  /** Private fields of everyone that the administrator of the installation is shown here, and nowhere else. */
  shown: readonly string[];
};

export function row(expected: Expected, ask: Row["ask"] = () => ({})): Row {
  return { expected, ask, shown: [] };
}

function mayShow(shown: readonly string[], one: Row): Row {
  return { ...one, shown };
}

/** What `role` must not be shown by this row, of the leaks that were found. */
export function withoutShown(leaks: readonly string[], { shown }: Row, role: Role): string[] {
  return leaks.filter((leak) => role !== "outsider" || !shown.some((field) => leak.endsWith(`'s ${field}`)));
}

export function answerFor({ rest, ...answers }: Answers, role: Role): Answer {
  return answers[role] ?? rest;
}

/** The same for everyone, signed in or not. */
const everybody = (status: Answer): Expected => ({ own: { rest: status } });
/** For anyone signed in; in an organization, for its members. */
const people = (status: Answer): Expected => ({ own: { visitor: 401, rest: status }, organization: { ...outside, rest: status } });
const outside = { visitor: 401, stranger: 404, outsider: 404 } as const;
/** The user's own account: the same in every workspace, whoever its members are. */
const account = (status: Answer): Expected => ({ own: { visitor: 401, rest: status } });
/** Creating something: an organization's guests may not. */
const maker = (status: Answer, guests: Answer = 403): Expected => ({
  own: { visitor: 401, rest: status },
  organization: { ...outside, viewer: guests, guest: guests, rest: status },
});
/** A thing in a shared project. Membership in its organization alone gives no access. */
const thing = (owner: Answer, viewer: Answer, editor = viewer, commenter = viewer): Expected => ({
  own: { visitor: 401, owner, viewer, rest: 404 },
  organization: { visitor: 401, owner, viewer, commenter, editor, rest: 404 },
});
/** Into a project of one's own, which guests of an organization have none of. */
const copying: Expected = { ...thing(200, 200), organization: { ...thing(200, 200).organization!, viewer: 403 } };
/** What those who write in the project do. */
const writing = (owner: Answer, viewer: Answer): Expected => thing(owner, viewer, owner);
/** Of a person alone, or of an organization's members: changed by who made it and by its managers. */
const ofLibrary = (owner: Answer, member: Answer): Expected => ({
  own: { visitor: 401, owner, rest: 404 },
  organization: { visitor: 401, owner, admin: owner, head: owner, member, commenter: member, editor: member, rest: 404 },
});
/** Approving: in an organization its managers alone. */
const approved: Expected = {
  own: { visitor: 401, owner: 200, rest: 404 },
  organization: { visitor: 401, owner: 403, admin: 200, head: 200, member: 403, commenter: 403, editor: 403, rest: 404 },
};
/** Sharing what is kept to oneself: in a personal workspace there is nobody to share it with. */
const ownPrompt: Expected = {
  own: { visitor: 401, owner: 400, rest: 404 },
  organization: { visitor: 401, owner: 200, rest: 404 },
};
const ofLibraryPage = (owner: Answer, member: Answer): Expected => ({
  own: { visitor: "sign-in", owner, rest: 404 },
  organization: { visitor: "sign-in", owner, admin: owner, head: owner, member, commenter: member, editor: member, rest: 404 },
});
/** A thing that only its owner sees. */
const secret = (owner: Answer): Expected => thing(owner, 404);
/** Actions of an organization's managers. They do not exist in a personal workspace. */
const managers = (status: Answer, others: Answer = 403, own: Answer = 404): Expected => ({
  own: { visitor: 401, rest: own },
  organization: { ...outside, admin: status, head: status, rest: others },
});
const headOnly = (status: Answer, others: Answer = 403): Expected => ({
  own: { visitor: 401, rest: 404 },
  organization: { ...outside, head: status, rest: others },
});

/** For everyone in an organization. */
const members = (status: Answer): Expected => ({
  own: { visitor: 401, rest: 404 },
  organization: { ...outside, rest: status },
});

/** A page of the application. */
const page = (status: Answer = 200): Expected => ({
  own: { visitor: "sign-in", rest: status },
  organization: { visitor: "sign-in", stranger: 404, outsider: 404, rest: status },
});
const thingPage = (owner: Answer, viewer: Answer, own = true): Expected => ({
  ...(own && { own: { visitor: "sign-in", owner, viewer, rest: 404 } }),
  organization: { visitor: "sign-in", owner, viewer, commenter: viewer, editor: viewer, rest: 404 },
});

/** The installation's settings. Administrators have no access to organizations they are not in. */
const administrators = (status: Answer): Expected => ({ own: { visitor: 401, outsider: status, rest: 404 } });
const administratorsPage = (status: Answer): Expected => ({ own: { visitor: "sign-in", outsider: status, rest: 404 } });

const wrong = { password: "not the password" };
const sample = { text: "The tenant pays the rent and the landlord keeps the house in a good state. ".repeat(8) };
const chatOf = async (w: World) => ({ id: await w.chat() });
const draftOf = async (w: World) => ({ id: await w.draft() });
const fileOf = async (w: World) => ({ id: await w.file() });
const importOf = (status: string) => async (w: World) => ({ id: await w.import(status), body: {} });
const contactOf = async (w: World) => ({ id: await w.contact() });
const runOf = async (w: World) => ({ id: await w.workflowRun() });
const collectionOf = async (w: World) => ({ id: await w.collection(), document: await w.collectedDocument() });
const templateOf = async (w: World) => ({ id: await w.template() });
const projectOf = async (w: World) => ({ id: await w.project() });
const turn = (chatId: string, version: number) => ({
  trigger: "send",
  chatId,
  version,
  messageId: uuidv7(),
  replyId: uuidv7(),
  content: "Hello",
  choices: choicesOf("stet-builtin"),
});

export const api: Record<string, Row> = {
  "GET /health/live": row(everybody(200)),
  "OPTIONS /health/live": row(everybody(200)),
  "GET /health/ready": row(everybody(200)),
  "OPTIONS /health/ready": row(everybody(200)),
  // Only from this machine; the tests are on it, but behind a proxy that reports otherwise.
  "GET /metrics": row(everybody(404)),

  // The accounts library's open addresses. All others are not routes: app/api/account.test.ts.
  "POST /api/auth/sign-in/email": row(everybody(401), () => ({
    body: { email: `${uuidv7()}@example.test`, password: "some words" },
  })),
  "POST /api/auth/sign-out": row(everybody(200), () => ({ body: {} })),
  "POST /api/auth/reset-password": row(everybody(400), () => ({ body: { token: "none", newPassword: "a long new one" } })),
  // When signed in, only for one's own address.
  "POST /api/auth/send-verification-email": row({ own: { visitor: 200, rest: 400 } }, () => ({
    body: { email: `${uuidv7()}@example.test` },
  })),
  "POST /api/auth/two-factor/verify-totp": row(account(400), () => ({ body: { code: "000000" } })),
  "POST /api/auth/two-factor/verify-backup-code": row(account(400), () => ({ body: { code: "aaaaa-aaaaa" } })),
  "POST /api/auth/sign-up/email": row(everybody(200), () => ({
    body: { name: "Eve", email: `${uuidv7()}@example.test`, password: "quite some words" },
  })),
  "POST /api/auth/request-password-reset": row(everybody(200), () => ({ body: { email: `${uuidv7()}@example.test` } })),
  "POST /api/auth/sign-in/with": row(everybody(404), () => ({ body: { provider: "google" } })),
  "GET /api/auth/callback/:provider": row(everybody(404), () => ({ provider: "google" })),
  "POST /api/auth/passkey/begin": row(everybody(200), () => ({ body: {} })),
  "POST /api/auth/passkey/sign-in": row(everybody(400), () => ({ body: {} })),

  "PATCH /api/account": row(account(200), () => ({ body: { name: "Another name" } })),
  "POST /api/account/verify-email": row(everybody(400), () => ({ body: { token: "none" } })),
  "POST /api/account/verify-email/send": row(account(400), () => ({ body: {} })),
  "POST /api/account/change-email": row(account(403), () => ({ body: { newEmail: "new@example.test", ...wrong } })),
  "POST /api/account/change-email/confirm": row(account(400), () => ({ body: { token: "none" } })),
  "POST /api/account/change-password": row(account(403), () => ({ body: { newPassword: "a long new one", ...wrong } })),
  "GET /api/account/sessions": row(account(200)),
  "DELETE /api/account/sessions": row(account(200), () => ({ body: {} })),
  "DELETE /api/account/sessions/:id": row(account(404), async (w) => ({ id: await w.anotherSession(), body: {} })),
  "GET /api/account/profile": row(account(200)),
  "PUT /api/account/avatar": row(account(400), () => ({ body: { image: "bm9uZQ==" } })),
  "DELETE /api/account/avatar": row(account(200), () => ({ body: {} })),
  "PUT /api/account/writes": row(account(200), () => ({ body: { writes: [] } })),
  "POST /api/account/onboarded": row(account(200), () => ({ body: {} })),
  "GET /api/avatars/:digest": row(account(404), () => ({ digest: "0".repeat(64) })),
  "POST /api/account/export": row(account(200), (w) => ({ body: { password: w.password } })),
  // Another person's ticket opens nothing.
  "GET /api/account/export/:ticket": row(account(404), () => ({ ticket: "none" })),
  "GET /api/account/deletion": row(account(200)),
  "POST /api/account/deletion": row(account(403), () => ({ body: wrong })),
  "GET /api/account/passkeys": row(account(200)),
  // The right password now and then, since too many wrong ones lock further attempts.
  "POST /api/account/passkeys/begin": row(account(200), (w) => ({ body: { password: w.password } })),
  "POST /api/account/passkeys": row(account(400), () => ({ body: { id: "none", name: "Key", response: {} } })),
  "PATCH /api/account/passkeys/:id": row(account(404), () => ({ id: "none", body: { name: "Key" } })),
  "DELETE /api/account/passkeys/:id": row(account(403), () => ({ id: "none", body: wrong })),
  "GET /api/account/connections": row(account(200)),
  "POST /api/account/connections": row(account(403), () => ({ body: { provider: "google", ...wrong } })),
  "DELETE /api/account/connections/:id": row(account(403), () => ({ id: "none", body: wrong })),
  "POST /api/account/second-step": row(account(403), () => ({ body: wrong })),
  "POST /api/account/second-step/confirm": row(account(400), () => ({ body: { code: "000000" } })),
  "DELETE /api/account/second-step": row(account(403), () => ({ body: wrong })),
  "POST /api/account/recovery-codes": row(account(400), (w) => ({ body: { password: w.password } })),
  "GET /api/account/notifications": row(account(200)),
  "PUT /api/account/notifications": row(account(400), () => ({ body: {} })),

  // The outsider administers the installation, and sees no more of others' work for it.
  "GET /api/admin/models": row(administrators(200)),
  "POST /api/admin/models": row(administrators(400), () => ({ body: { provider: "openai" } })),
  "POST /api/admin/models/:id/test": row(administrators(404), () => ({ id: uuidv7(), body: {} })),
  "DELETE /api/admin/models/:id": row(administrators(404), () => ({ id: uuidv7(), body: {} })),
  "PUT /api/admin/default-model": row(administrators(200), () => ({ body: { model: null } })),
  "GET /api/admin/administrators": row(administrators(200)),
  "POST /api/admin/administrators": row(administrators(403), () => ({ body: { email: "e@example.test", ...wrong } })),
  "DELETE /api/admin/administrators/:id": row(administrators(403), () => ({ id: uuidv7(), body: wrong })),

  "GET /api/admin/jobs": mayShow(["e-mail address"], row(administrators(200))),
  "POST /api/admin/jobs/:id": row(administrators(404), () => ({ id: uuidv7(), body: { action: "retry" } })),
  "GET /api/admin/sign-up": row(administrators(200)),
  "PUT /api/admin/sign-up": row(administrators(400), () => ({ body: { who: "domains", domains: "" } })),
  "GET /api/admin/email": row(administrators(200)),
  "POST /api/admin/email/test": row(administrators(200), () => ({ body: {} })),
  "GET /api/admin/log": mayShow(["e-mail address"], row(administrators(200))),
  "GET /api/admin/log.csv": mayShow(["e-mail address"], row(administrators(200))),
  "GET /api/admin/backups": row(administrators(200)),
  "POST /api/admin/backups": row(administrators(400), () => ({ body: {} })),
  "POST /api/admin/backups/:name/check": row(administrators(400), () => ({ name: "2026-11-22T03-00-00Z", body: {} })),
  "GET /api/admin/about": row(administrators(200)),
  "GET /api/admin/people": mayShow(["e-mail address"], row(administrators(200))),
  "POST /api/admin/people/:id/suspend": row(administrators(404), () => ({ id: uuidv7(), body: {} })),
  "POST /api/admin/people/:id/restore": row(administrators(404), () => ({ id: uuidv7(), body: {} })),
  "POST /api/admin/people/:id/sign-out": row(administrators(404), () => ({ id: uuidv7(), body: {} })),
  "POST /api/admin/people/:id/reset-second-factor": row(administrators(403), () => ({ id: uuidv7(), body: wrong })),
  "PUT /api/admin/people/:id/plan": row(administrators(404), () => ({ id: uuidv7(), body: { plan: "free" } })),
  "GET /api/billing": row(managers(200, 403, 200)),
  "POST /api/billing/checkout": row(managers(409, 403, 409), (w) => ({ body: { plan: "starter", password: w.password } })),
  "POST /api/billing/portal": row(managers(409, 403, 409), (w) => ({ body: { password: w.password } })),
  // Stripe is not configured here; with it, an event is trusted by signature alone (app/api/billing.test.ts).
  "POST /api/billing/events": row(everybody(404), () => ({ body: {} })),

  "GET /api/organizations": row(account(200)),
  "POST /api/organizations": row(account(200), () => ({ body: { name: "A new one", slug: `new-${uuidv7().slice(-12)}` } })),
  "PATCH /api/organization": row(managers(200), () => ({ body: { name: "Another name" } })),
  "PATCH /api/organization/policies": row(managers(200), () => ({ body: { twoFactor: false } })),
  "POST /api/organization/owner": row(headOnly(200), async (w) => ({
    body: { memberId: await w.colleague(), password: w.password },
  })),
  "DELETE /api/organization/owner": row(headOnly(200), () => ({ body: {} })),
  // Only by the person to whom it was offered; the world has no offer.
  "POST /api/organization/owner/accept": row(members(410), () => ({ body: {} })),
  "POST /api/organization/owner/decline": row(members(410), () => ({ body: {} })),
  "DELETE /api/organization": row(headOnly(200), async (w) => {
    await w.exported();
    return { body: { name: w.organizationName, password: w.password } };
  }),
  "POST /api/organization/keep": row(headOnly(200), () => ({ body: {} })),
  "GET /api/organization/log": row(managers(200)),
  "GET /api/organization/log.csv": row(managers(200)),
  "GET /api/organization/export": row(managers(200)),
  "GET /api/members": row(people(200)),
  "POST /api/members/leave": row({ own: { visitor: 401, rest: 404 }, organization: { ...outside, head: 409, rest: 200 } }, () => ({
    body: {},
  })),
  "PATCH /api/members/:id": row(managers(200), async (w) => ({ id: await w.colleague(), body: { role: "guest" } })),
  "DELETE /api/members/:id": row(managers(200), async (w) => ({ id: await w.colleague(), body: {} })),
  "GET /api/members/removed": row(managers(200)),
  "POST /api/members/removed/:id/restore": row(managers(200), async (w) => ({ id: await w.removedMember(), body: {} })),
  "GET /api/invitations": row(managers(200)),
  "POST /api/invitations": row(managers(200), () => ({ body: { email: `${uuidv7()}@example.test`, role: "member" } })),
  "POST /api/invitations/:id/resend": row(managers(200), async (w) => ({ id: await w.invitation(), body: {} })),
  "DELETE /api/invitations/:id": row(managers(200), async (w) => ({ id: await w.invitation(), body: {} })),
  "GET /api/invitations/mine": row(account(200)),
  // For `stranger`, in any workspace; everyone else is told it is not for them.
  "POST /api/invitations/:id/accept": row({ own: { visitor: 401, stranger: 200, rest: 403 } }, async (w) => ({
    id: await w.invitation("stranger"),
    body: {},
  })),
  "POST /api/invitations/:id/decline": row({ own: { visitor: 401, stranger: 200, rest: 403 } }, async (w) => ({
    id: await w.invitation("stranger"),
    body: {},
  })),
  "POST /api/invitations/request": row(everybody(200), () => ({ body: { email: `${uuidv7()}@example.test` } })),

  "PUT /api/workflows/:id/published": row(ofLibrary(200, 403), async (w) => ({ id: await w.workflow(), body: { version: 1 } })),
  "POST /api/workflows/:id/runs": row(ofLibrary(201, 201), async (w) => ({ id: await w.workflow(), body: { isTest: true } })),
  "POST /api/workflows/:id/estimate": row(ofLibrary(200, 200), async (w) => ({ id: await w.workflow(), body: { isTest: true } })),
  "POST /api/workflows/:id/triggers": row(ofLibrary(201, 201), async (w) => ({
    id: await w.publishedWorkflow(),
    body: { when: { kind: "schedule", schedule: { every: "day", hour: 8 }, timeZone: "Europe/Stockholm" } },
  })),
  "PUT /api/workflow-triggers/:id/paused": row(writing(200, 403), async (w) => ({
    id: await w.workflowTrigger(),
    body: { isPaused: true },
  })),
  "DELETE /api/workflow-triggers/:id": row(writing(200, 403), async (w) => ({ id: await w.workflowTrigger() })),
  "POST /api/workflow-triggers/:id/bring-back": row(writing(200, 403), async (w) => ({ id: await w.workflowTrigger(), body: {} })),
  "GET /api/workflow-runs": row(people(200)),
  "GET /api/workflow-runs/:id": row(thing(200, 200), runOf),
  "DELETE /api/workflow-runs/:id": row(writing(200, 403), runOf),
  "POST /api/workflow-runs/:id/bring-back": row(writing(200, 403), async (w) => ({ id: await w.workflowRun(), body: {} })),
  "POST /api/workflow-runs/:id/answer": row(writing(200, 403), async (w) => ({
    id: await w.workflowRun(),
    body: { path: "1", answer: "yes" },
  })),
  "POST /api/workflow-runs/:id/retry": row(writing(200, 403), async (w) => ({ id: await w.workflowRun(), body: { path: "1" } })),
  "POST /api/workflow-runs/:id/cancel": row(writing(200, 403), async (w) => ({ id: await w.workflowRun(), body: {} })),
  "GET /api/contacts": row(people(200)),
  "POST /api/contacts": row(maker(201), () => ({ body: { kind: "company", name: "A company" } })),
  "GET /api/contacts/export": row(people(200), () => ({ query: "format=csv" })),
  "POST /api/contacts/matches": row(people(200), () => ({ body: { names: ["A company"] } })),
  "POST /api/contacts/import": row(maker(201), () => ({
    body: { importId: uuidv7(), contacts: [{ fields: { kind: "company", name: "A company" } }] },
  })),
  "POST /api/contacts/import/relations": row(maker(201), () => ({
    body: { importId: uuidv7(), relations: [{ of: "A company", kind: "subsidiary", isFrom: true, name: "Another" }] },
  })),
  "DELETE /api/contacts/imports/:id": row(people(404), () => ({ id: uuidv7() })),
  "GET /api/contacts/:id": row(ofLibrary(200, 200), contactOf),
  "GET /api/contacts/:id/places": row(ofLibrary(200, 200), contactOf),
  "PUT /api/contacts/:id": row(ofLibrary(200, 200), async (w) => ({
    id: await w.contact(),
    body: { version: 1, fields: { kind: "company", name: "Another" } },
  })),
  "DELETE /api/contacts/:id": row(ofLibrary(200, 200), contactOf),
  "POST /api/contacts/:id/bring-back": row(ofLibrary(200, 200), async (w) => ({ id: await w.contact(), body: {} })),
  // The other one does not exist.
  "POST /api/contacts/:id/merge": row(people(404), async (w) => ({ id: await w.contact(), body: { otherId: uuidv7() } })),
  "POST /api/contacts/:id/separate": row(people(404), async (w) => ({ id: await w.contact(), body: { otherId: uuidv7() } })),
  "GET /api/contacts/:id/access": row(ofLibrary(200, 200), contactOf),
  "GET /api/contacts/:id/erasure": row(ofLibrary(200, 200), contactOf),
  "POST /api/contacts/:id/erase": row(ofLibrary(200, 200), async (w) => ({ id: await w.contact(), body: { version: 1 } })),
  // The other one does not exist.
  "POST /api/contacts/:id/relations": row(people(404), async (w) => ({
    id: await w.contact(),
    body: { kind: "counsel", isFrom: true, otherId: uuidv7() },
  })),
  "PATCH /api/contacts/:id/relations/:relationId": row(people(404), async (w) => ({
    id: await w.contact(),
    relationId: uuidv7(),
    body: { isRemoved: true },
  })),
  "GET /api/conflict-checks": row(people(200)),
  "POST /api/conflict-checks": row(maker(201), () => ({ body: { parties: [{ name: "A company", side: "client" }] } })),
  "PATCH /api/conflict-checks/:id": row(secret(200), async (w) => ({
    id: await w.conflictCheck(),
    body: { projectId: await w.project() },
  })),
  "GET /api/library/templates": row(people(200)),
  "GET /api/library/search": row(people(200), () => ({ query: "query=agreement" })),
  "POST /api/library/templates": row(maker(201), () => ({ body: { source: "---\nname: A template\n---\n\nWords" } })),
  "GET /api/library/clauses.csv": row(people(200)),
  "POST /api/library/similar": row(people(200), () => ({ body: { text: "Limitation of liability" } })),
  "GET /api/library/templates/:id": row(ofLibrary(200, 200), templateOf),
  "PUT /api/library/templates/:id": row(ofLibrary(200, 403), async (w) => ({
    id: await w.template(),
    body: { source: "---\nname: Another\n---\n\nWords", version: 1 },
  })),
  "DELETE /api/library/templates/:id": row(ofLibrary(200, 403), templateOf),
  "POST /api/library/templates/:id/bring-back": row(ofLibrary(200, 403), async (w) => ({ id: await w.template(), body: {} })),
  "POST /api/library/templates/:id/looked": row(ofLibrary(200, 403), async (w) => ({ id: await w.template(), body: {} })),
  "PUT /api/library/templates/:id/approval": row(approved, async (w) => ({
    id: await w.template(),
    body: { version: 1 },
  })),
  "PUT /api/library/templates/:id/private": row(ownPrompt, async (w) => ({ id: await w.prompt(), body: { isPrivate: false } })),
  "PUT /api/library/templates/:id/retirement": row(ofLibrary(200, 403), async (w) => ({
    id: await w.template(),
    body: { isRetired: true, successorId: null },
  })),
  "GET /api/library/templates/:id/drafts": row(ofLibrary(200, 200), templateOf),
  "GET /api/library/templates/:id/versions": row(ofLibrary(200, 200), templateOf),
  "GET /api/drafts/:id/playbook-check": row(thing(200, 200), async (w) => ({ id: await w.draft() })),
  "POST /api/drafts/:id/playbook-check": row(writing(201, 403), async (w) => ({
    id: await w.draft(),
    body: { playbookId: "nda-recipient" },
  })),
  "GET /api/discovery": row(people(200)),
  "POST /api/discovery": row(writing(201, 403), async (w) => ({
    body: { projectId: await w.project(), name: "Emails", prefix: "DOC" },
  })),
  "GET /api/discovery/:id": row(thing(200, 200), collectionOf),
  "PATCH /api/discovery/:id": row(writing(200, 403), async (w) => ({ id: await w.collection(), body: { name: "Letters" } })),
  "POST /api/discovery/:id/sources": row(writing(200, 403), async (w) => ({ id: await w.collection(), body: {} })),
  "GET /api/discovery/:id/documents": row(thing(200, 200), collectionOf),
  "GET /api/discovery/:id/documents/:documentId": row(thing(200, 200), async (w) => ({
    id: await w.collection(),
    documentId: await w.collectedDocument(),
  })),
  "GET /api/discovery/:id/facets": row(thing(200, 200), collectionOf),
  "POST /api/discovery/:id/coding": row(writing(200, 403), async (w) => ({
    id: await w.collection(),
    body: { operationId: uuidv7(), documentIds: [await w.collectedDocument()], set: ["privileged"] },
  })),
  "POST /api/discovery/:id/coding/:operationId/undo": row(writing(200, 403), async (w) => ({
    id: await w.collection(),
    operationId: await w.coding(),
    body: {},
  })),
  "POST /api/discovery/:id/issues": row(writing(201, 403), async (w) => ({ id: await w.collection(), body: { name: "Price" } })),
  "PATCH /api/discovery/:id/issues/:issueId": row(writing(200, 403), async (w) => ({
    id: await w.collection(),
    issueId: await w.issue(),
    body: { name: "Prices" },
  })),
  "POST /api/discovery/:id/searches": row(writing(201, 403), async (w) => ({
    id: await w.collection(),
    body: { name: `Letters ${uuidv7()}`, query: "dear" },
  })),
  "PATCH /api/discovery/:id/searches/:searchId": row(writing(200, 403), async (w) => ({
    id: await w.collection(),
    searchId: await w.savedSearch(),
    body: { isRemoved: true },
  })),
  "POST /api/discovery/:id/redactions": row(writing(200, 403), async (w) => ({
    id: await w.collection(),
    body: {
      operationId: uuidv7(),
      documentId: await w.collectedDocument(),
      start: 0,
      end: 4,
      reason: "privileged",
      scope: "document",
    },
  })),
  "PATCH /api/discovery/:id/redactions": row(writing(200, 403), async (w) => ({
    id: await w.collection(),
    body: { operationId: await w.redaction(), isRemoved: true },
  })),
  "GET /api/discovery/:id/productions": row(thing(200, 200), async (w) => ({
    id: await w.collection(),
    production: await w.production(),
  })),
  "POST /api/discovery/:id/productions": row(writing(201, 403), async (w) => ({
    id: await w.collection(),
    document: await w.collectedDocument(),
    body: { name: "First", query: "", prefix: "OUT", firstNumber: 1, width: 6 },
  })),
  "GET /api/discovery/:id/productions/preview": row(thing(200, 200), collectionOf),
  "PATCH /api/discovery/:id/productions/:productionId": row(writing(200, 403), async (w) => ({
    id: await w.collection(),
    productionId: await w.production(),
    body: { isRemoved: true },
  })),
  "GET /api/discovery/:id/productions/:productionId/privilege-log": row(thing(200, 200), async (w) => ({
    id: await w.collection(),
    productionId: await w.production(),
    query: "format=xlsx",
  })),
  "GET /api/discovery/:id/productions/:productionId/file": row(thing(200, 200), async (w) => ({
    id: await w.collection(),
    productionId: await w.production(),
  })),
  "GET /api/research": row(people(200)),
  "POST /api/research": row(writing(201, 403), async (w) => ({
    body: { projectId: await w.project(), question: "When does it end?" },
  })),
  "GET /api/research/:id": row(thing(200, 200), async (w) => ({ id: await w.research(), step: await w.researchStep() })),
  "PATCH /api/research/:id": row(writing(200, 403), async (w) => ({ id: await w.research(), body: { known: "Nothing" } })),
  "POST /api/research/:id/steps": row(writing(201, 403), async (w) => ({
    id: await w.research(),
    body: { question: "What is a term?", queries: [] },
  })),
  "PATCH /api/research/:id/steps/:stepId": row(writing(200, 403), async (w) => ({
    id: await w.research(),
    stepId: await w.researchStep(),
    body: { isRemoved: true },
  })),
  "POST /api/research/:id/runs": row(writing(201, 403), async (w) => ({ id: await w.research(), body: { kind: "plan" } })),
  "GET /api/research/:id/searches": row(thing(200, 200), async (w) => ({ id: await w.research() })),
  "GET /api/research/:id/graph": row(thing(200, 200), async (w) => ({ id: await w.research() })),
  "POST /api/research/:id/looked": row(writing(200, 403), async (w) => ({ id: await w.research(), body: {} })),
  "GET /api/reviews": row(people(200)),
  "POST /api/reviews": row(writing(201, 403), async (w) => ({ body: { projectId: await w.project(), name: "Leases" } })),
  "GET /api/reviews/:id": row(thing(200, 200), async (w) => ({ id: await w.review(), column: await w.reviewColumn() })),
  "PATCH /api/reviews/:id": row(writing(200, 403), async (w) => ({ id: await w.review(), body: { name: "Other" } })),
  "POST /api/reviews/:id/columns": row(writing(201, 403), async (w) => ({
    id: await w.review(),
    body: { columns: [{ label: "Law", question: "Which law governs it?", format: "text", choices: [] }] },
  })),
  "PATCH /api/reviews/:id/columns": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    body: { columnIds: [await w.reviewColumn()], isRemoved: false },
  })),
  "POST /api/reviews/:id/suggestions": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    document: await w.reviewDocument(),
    body: {},
  })),
  "PATCH /api/reviews/:id/columns/:columnId": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    columnId: await w.reviewColumn(),
    body: { isRemoved: true },
  })),
  "GET /api/reviews/:id/candidates": row(writing(200, 403), async (w) => ({ id: await w.review(), draft: await w.draft() })),
  "GET /api/reviews/:id/law": row(writing(200, 403), async (w) => ({ id: await w.review() })),
  "POST /api/reviews/:id/documents": row(writing(200, 403), async (w) => ({ id: await w.review(), body: {} })),
  "PATCH /api/reviews/:id/documents": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    body: { documentIds: [await w.reviewDocument()], isRemoved: false },
  })),
  "PATCH /api/reviews/:id/documents/:documentId": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    documentId: await w.reviewDocument(),
    body: { isRemoved: true },
  })),
  "GET /api/reviews/:id/rows": row(thing(200, 200), async (w) => ({ id: await w.review(), change: await w.reviewChange() })),
  "GET /api/reviews/:id/order": row(thing(200, 200), async (w) => ({ id: await w.review() })),
  "GET /api/reviews/:id/find": row(thing(200, 200), async (w) => ({
    id: await w.review(),
    change: await w.reviewChange(),
    query: "words=may",
  })),
  "GET /api/reviews/:id/summary": row(thing(200, 200), async (w) => ({ id: await w.review(), change: await w.reviewChange() })),
  "GET /api/reviews/:id/columns/:columnId/summary": row(thing(200, 200), async (w) => ({
    id: await w.review(),
    columnId: await w.reviewColumn(),
  })),
  "POST /api/reviews/:id/columns/:columnId/verify": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    columnId: await w.reviewColumn(),
    body: { operationId: uuidv7() },
  })),
  "GET /api/reviews/:id/people": row(writing(200, 403), async (w) => ({ id: await w.review() })),
  "GET /api/reviews/:id/activity": row(thing(200, 200), async (w) => ({
    id: await w.review(),
    change: await w.reviewChange(),
    comment: await w.reviewComment(),
    query: `document=${await w.reviewDocument()}&column=${await w.reviewColumn()}`,
  })),
  "POST /api/reviews/:id/comments": row(writing(201, 403), async (w) => ({
    id: await w.review(),
    body: { id: uuidv7(), documentId: await w.reviewDocument(), columnId: await w.reviewColumn(), text: "Ask them." },
  })),
  "PATCH /api/reviews/:id/comments/:commentId": row(thing(200, 403, 404), async (w) => ({
    id: await w.review(),
    commentId: await w.reviewComment(),
    body: { isRemoved: true },
  })),
  "POST /api/reviews/:id/estimate": row(writing(200, 403), async (w) => ({ id: await w.review(), body: { all: true } })),
  "POST /api/reviews/:id/runs": row(writing(200, 403), async (w) => ({ id: await w.review(), body: { all: true } })),
  "GET /api/reviews/:id/export": row(thing(200, 200), async (w) => ({
    id: await w.review(),
    change: await w.reviewChange(),
    query: "format=csv",
  })),
  "PUT /api/reviews/:id/cells": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    body: {
      operationId: uuidv7(),
      changes: [{ documentId: await w.reviewDocument(), columnId: await w.reviewColumn(), is: { answer: "In May" } }],
    },
  })),
  "POST /api/reviews/:id/operations/:operationId/undo": row(writing(200, 403), async (w) => ({
    id: await w.review(),
    operationId: await w.reviewChange(),
    body: {},
  })),
  // A person's own, in every workspace: to everyone else they do not exist.
  "GET /api/tool-servers": row(people(200)),
  "POST /api/tool-servers": row(people(400), () => ({ body: { address: "ftp://tools.example.test" } })),
  "POST /api/tool-servers/:id/check": row(people(404), async (w) => ({ id: await w.toolServerOfAnother(), body: {} })),
  "POST /api/tool-servers/:id/accept": row(people(404), async (w) => ({
    id: await w.toolServerOfAnother(),
    body: { version: "none" },
  })),
  "DELETE /api/tool-servers/:id/consents": row(people(404), async (w) => ({ id: await w.toolServerOfAnother(), body: {} })),
  "POST /api/tool-servers/sign-in": row(people(400), () => ({ body: { state: "none", code: "none" } })),
  "POST /api/tool-servers/:id/sign-in": row(people(404), async (w) => ({ id: await w.toolServerOfAnother(), body: {} })),
  "DELETE /api/tool-servers/:id/sign-in": row(people(404), async (w) => ({ id: await w.toolServerOfAnother(), body: {} })),
  "DELETE /api/tool-servers/:id": row(people(404), async (w) => ({ id: await w.toolServerOfAnother(), body: {} })),
  "GET /api/tool-consents": row(people(200), async (w) => ({ query: `chat=${await w.chat()}` })),
  "POST /api/tool-consents/:id": row(people(404), async (w) => ({
    id: await w.toolConsentOfAnother(),
    body: { decision: "always" },
  })),
  "GET /api/spelling": row(people(200)),
  "POST /api/spelling": row(people(200), () => ({ body: { added: ["krona"] } })),
  "PUT /api/style": row(account(200), () => ({ body: { description: "Short sentences." } })),
  "DELETE /api/style": row(account(200), () => ({ body: {} })),
  "POST /api/style/samples": row(account(200), () => ({ body: sample })),
  "DELETE /api/style/samples/:id": row(account(404), () => ({ id: uuidv7() })),
  "PUT /api/organization/style": row(managers(200), () => ({ body: { description: "Short sentences." } })),
  "DELETE /api/organization/style": row(managers(200), () => ({ body: {} })),
  "POST /api/organization/style/samples": row(managers(200), () => ({ body: sample })),
  "DELETE /api/organization/style/samples/:id": row(managers(404), () => ({ id: uuidv7() })),
  "GET /api/projects": row(people(200)),
  "POST /api/projects": row(maker(201), () => ({ body: { name: "A new one" } })),
  "POST /api/projects/sample": row(maker(201), () => ({ body: {} })),
  "GET /api/projects/:id": row(thing(200, 200), projectOf),
  "PATCH /api/projects/:id": row(thing(200, 403), async (w) => ({ ...(await projectOf(w)), body: { name: "Another name" } })),
  "DELETE /api/projects/:id": row(thing(200, 403), async (w) => ({ ...(await projectOf(w)), body: {} })),
  "POST /api/projects/:id/undo-delete": row(secret(200), async (w) => ({ id: await w.removedProject(), body: {} })),
  "GET /api/projects/:id/pseudonyms": row(thing(200, 200), projectOf),
  "POST /api/projects/:id/pseudonyms": row(thing(200, 403), async (w) => ({ ...(await projectOf(w)), body: { isOn: true } })),
  "GET /api/organization/pseudonyms": row(managers(200)),
  "POST /api/organization/pseudonyms": row(managers(200), () => ({ body: { add: { kind: "person", forms: ["Anna Lindqvist"] } } })),
  "GET /api/projects/:id/shares": row(thing(200, 403), projectOf),
  "POST /api/functions/shareProject": row(thing(200, 403), async (w) => ({
    body: { projectId: await w.project(), emails: [], removeUsers: [] },
  })),

  "GET /api/chat-sessions": row(people(200)),
  "POST /api/chat": row(maker(200), () => ({ body: turn(uuidv7(), 0) })),
  "GET /api/chats/:id": row(thing(200, 200), chatOf),
  "GET /api/chats/:id/find": row(thing(200, 200), chatOf),
  "GET /api/chats/:id/messages/:messageId": row(thing(200, 200), async (w) => ({
    ...(await chatOf(w)),
    messageId: await w.question(),
  })),
  "POST /api/chats/:id/fork": row(thing(200, 403), async (w) => ({
    ...(await chatOf(w)),
    body: { messageId: await w.question(), forkId: uuidv7() },
  })),
  // An invisible chat has no changes.
  "GET /api/chats/:id/changes": row(people(200), chatOf),
  "PUT /api/chats/:id/changes": row(thing(200, 403), async (w) => ({
    ...(await chatOf(w)),
    body: { notes: [{ messageId: uuidv7(), block: "b", place: 0, state: "rejected" }] },
  })),
  "GET /api/chats/:id/pdf": row(thing(200, 200), chatOf),
  "GET /api/chat-shares": row(people(200)),
  "POST /api/chats/:id/share": row(thing(200, 403), async (w) => ({ ...(await chatOf(w)), body: {} })),
  "DELETE /api/chat-shares/:id": row(secret(200), async (w) => ({ id: await w.chatShare(), body: {} })),
  "PATCH /api/chats/:id": row(thing(200, 403), async (w) => ({ ...(await chatOf(w)), body: { title: "Another title" } })),
  "DELETE /api/chats/:id": row(thing(200, 403), async (w) => ({ ...(await chatOf(w)), body: {} })),
  "POST /api/chats/:id/seen": row(thing(200, 403), async (w) => ({ ...(await chatOf(w)), body: {} })),
  "POST /api/chats/:id/restore": row(thing(200, 403), async (w) => ({
    ...(await chatOf(w)),
    body: { messageId: await w.question(), version: 0 },
  })),
  "POST /api/chats/:id/undo": row(thing(200, 403), async (w) => ({
    ...(await chatOf(w)),
    body: { operationId: await w.operation(), version: 1 },
  })),
  "POST /api/chats/:id/switch": row(thing(200, 403), async (w) => ({
    ...(await chatOf(w)),
    // The undone question is another version at the same point.
    body: { messageId: await w.question(), version: (await w.operation()) && 1 },
  })),
  "POST /api/functions/deleteChatMessagesAfter": row(thing(200, 403), async (w) => ({
    body: { chatSessionId: await w.chat(), referenceMessageId: await w.question(), includeReference: true },
  })),
  "POST /api/functions/updateChatMessage": row(thing(200, 403), async (w) => ({
    body: { chatSessionId: await w.chat(), messageId: await w.question(), content: "Other words" },
  })),
  "POST /api/text-modify": row(people(200), () => ({
    body: { originalText: "He go home.", prompt: "Fix the grammar", model: "stet-builtin" },
  })),
  "POST /api/text-variants": row(people(200), () => ({
    body: { originalText: "He go home.", prompt: "Fix the grammar", model: "stet-builtin" },
  })),
  "POST /api/suggestions": row(people(200), () => ({ body: { editorContent: "He go home. ".repeat(20), model: "stet-builtin" } })),
  "POST /api/chatdocuments/upsert": row(thing(200, 403), async (w) => ({
    body: { chatSessionId: await w.chat(), content: "A text" },
  })),
  "GET /api/runs/:id/events": row(thing(200, 200), async (w) => ({ id: await w.run() })),
  "POST /api/runs/:id/stop": row(thing(200, 403), async (w) => ({ id: await w.run(), body: { seenSeq: 1 } })),
  // A local address is not a site, so it has no favicon.
  "GET /api/favicon": row(account(204), () => ({ query: "host=127.0.0.1" })),
  "GET /api/messages/:id/facts": row(thing(200, 200), async (w) => ({ id: await w.answer() })),
  // For one's own answers only: those who see the chat through its project get none.
  "GET /api/messages/:id/sent": row(secret(200), async (w) => ({ id: await w.answer() })),
  "GET /api/updates": row(people(200)),
  "GET /api/models": row(people(200)),
  "GET /api/law/section": row(people(404), () => ({ query: "ref=nothing" })),
  // Nothing is recognized in it, or stored under this name: which those who may ask are shown.
  "POST /api/law/acts": row(maker(400), () => ({ body: { citation: "nothing" } })),
  "POST /api/law/acts/refresh": row(maker(404), () => ({ body: { id: "nothing" } })),
  "GET /api/search": row(people(200), () => ({ query: "query=lease" })),

  // An invisible project has no drafts.
  "GET /api/drafts": row(people(200), async (w) => ({ query: `projectId=${await w.project()}` })),
  "POST /api/drafts": row(writing(200, 403), async (w) => ({
    body: { projectId: await w.project(), name: "A new one", content: "" },
  })),
  "GET /api/drafts/:id": row(thing(200, 200), draftOf),
  "PATCH /api/drafts/:id": row(writing(200, 403), async (w) => ({ ...(await draftOf(w)), body: { name: "Another name" } })),
  "POST /api/drafts/:id/copy": row(copying, async (w) => ({ ...(await draftOf(w)), body: { projectId: null } })),
  "DELETE /api/drafts/:id": row(thing(200, 403), async (w) => ({ ...(await draftOf(w)), body: {} })),
  "POST /api/drafts/import": row(writing(200, 403), async (w) => ({
    body: { projectId: await w.project(), fileId: await w.file() },
  })),
  // An invisible draft has no changes.
  "GET /api/drafts/:id/changes": row(people(200), draftOf),
  // Viewers comment; commenters also suggest, and withdraw what they suggested: here it is another person's.
  "POST /api/drafts/:id/changes": row(thing(200, 403, 200, 200), async (w) => ({
    ...(await draftOf(w)),
    body: { id: uuidv7(), anchor: { quote: "Words", before: "", after: "", start: 0 }, replacement: "Other words" },
  })),
  "DELETE /api/drafts/:id/changes/:changeId": row(thing(404, 403, 404, 404), async (w) => ({
    ...(await draftOf(w)),
    changeId: await w.importedChange(),
  })),
  "PATCH /api/drafts/:id/changes": row(writing(200, 403), async (w) => ({
    ...(await draftOf(w)),
    body: { decisions: [{ changeId: await w.importedChange(), decision: "accepted" }] },
  })),
  "GET /api/drafts/:id/comments": row(thing(200, 200), draftOf),
  // Anyone who sees a draft may comment on it.
  "POST /api/drafts/:id/comments": row(thing(200, 200), async (w) => ({
    ...(await draftOf(w)),
    body: { id: uuidv7(), text: "Why?", anchor: { quote: "Words", before: "", after: "", start: 0 } },
  })),
  "PATCH /api/drafts/:id/comments/:commentId": row(writing(200, 403), async (w) => ({
    ...(await draftOf(w)),
    commentId: await w.comment(),
    body: { isResolved: true },
  })),
  // An invisible draft has no changes.
  "GET /api/drafts/:id/made": row(people(200), draftOf),
  "GET /api/drafts/:id/made/one": row(people(404), async (w) => ({
    ...(await draftOf(w)),
    query: `messageId=${uuidv7()}&block=b&place=0`,
  })),
  "PUT /api/drafts/:id/made": row(writing(200, 403), async (w) => ({
    ...(await draftOf(w)),
    body: { messageId: uuidv7(), block: "b", place: 0, state: "rejected" },
  })),
  "GET /api/drafts/:id/authorship": row(thing(200, 200), draftOf),
  "POST /api/drafts/:id/authorship": row(thing(200, 200), async (w) => ({ ...(await draftOf(w)), body: {} })),
  // An address that is not a picture's is reported only to those who may insert one.
  "POST /api/drafts/:id/pictures": row(writing(415, 403), async (w) => ({ ...(await draftOf(w)), body: { url: "nowhere" } })),
  "POST /api/drafts/:id/export": row(thing(200, 200), async (w) => ({ ...(await draftOf(w)), body: { format: "markdown" } })),
  "POST /api/text-files": row(account(200), () => ({ body: { format: "docx", name: "Letter", text: "Dear *reader*" } })),
  "POST /api/drafts/:id/bring-back": row(thing(200, 403), async (w) => ({ ...(await draftOf(w)), body: {} })),
  "GET /api/drafts/:id/version": row(thing(200, 200), draftOf),
  "GET /api/drafts/:id/versions": row(thing(200, 200), draftOf),
  "GET /api/drafts/:id/versions/:versionId": row(thing(200, 200), async (w) => ({
    ...(await draftOf(w)),
    versionId: await w.draftVersion(),
  })),
  "GET /api/drafts/:id/versions/:versionId/agent": row(thing(200, 200), async (w) => ({
    ...(await draftOf(w)),
    versionId: await w.draftVersion(),
  })),
  "PATCH /api/drafts/:id/versions/:versionId": row(writing(200, 403), async (w) => ({
    ...(await draftOf(w)),
    versionId: await w.draftVersion(),
    body: { name: "Before the talk" },
  })),

  "GET /api/files": row(people(200)),
  // The protocol refuses clients that do not state its version; its responses are tested in
  // app/api/resumable-uploads.test.ts.
  "POST /api/uploads": row(people(412)),
  "GET /api/uploads/:id": row(people(412), () => ({ id: "x" })),
  "PATCH /api/uploads/:id": row(people(412), () => ({ id: "x" })),
  "DELETE /api/uploads/:id": row(people(412), () => ({ id: "x" })),
  "GET /api/imports": row(people(200)),
  "POST /api/imports/uploads": row(people(412)),
  "GET /api/imports/uploads/:id": row(people(412), () => ({ id: "x" })),
  "PATCH /api/imports/uploads/:id": row(people(412), () => ({ id: "x" })),
  "DELETE /api/imports/uploads/:id": row(people(412), () => ({ id: "x" })),
  "POST /api/imports/:id/start": row(secret(202), importOf("ready")),
  "POST /api/imports/:id/undo": row(secret(200), importOf("done")),
  "DELETE /api/imports/:id": row(secret(200), importOf("ready")),
  "GET /api/jobs": row(people(200)),
  "POST /api/jobs/:id": row(secret(200), async (w) => ({ id: await w.job(), body: { action: "cancel" } })),
  "POST /api/upload": row(maker(200), () => ({ files: { file: new File(["Some words."], "notes.txt", { type: "text/plain" }) } })),
  "GET /api/documents/:id/view": row(thing(200, 200), fileOf),
  "GET /api/documents/:id/pages/:page": row(thing(200, 200), async (w) => ({ ...(await fileOf(w)), page: "1" })),
  "DELETE /api/files/:id": row(thing(200, 403), async (w) => ({ ...(await fileOf(w)), body: {} })),
  "POST /api/files/:id/restore": row(thing(200, 403), async (w) => ({ ...(await fileOf(w)), body: {} })),
  "POST /api/files/:id/recognise": row(thing(200, 403), async (w) => ({ ...(await fileOf(w)), body: {} })),

  "GET /api/keys": row(managers(200)),
  "POST /api/keys": row(managers(403), () => ({ body: { name: "A key", scopes: ["chat"], expiresInDays: null, ...wrong } })),
  "DELETE /api/keys/:id": row(managers(200), async (w) => ({ id: await w.apiKey(), body: {} })),
  "GET /api/webhooks": row(managers(200)),
  "POST /api/webhooks": row(managers(403), () => ({
    body: { url: "https://hooks.example.test/stet", events: ["review.ended"], ...wrong },
  })),
  "PATCH /api/webhooks/:id": row(managers(200), async (w) => ({ id: await w.webhook(), body: { isPaused: true } })),
  "DELETE /api/webhooks/:id": row(managers(200), async (w) => ({ id: await w.webhook(), body: {} })),
  "POST /api/webhooks/:id/test": row(managers(200), async (w) => ({ id: await w.webhook(), body: {} })),
  "POST /api/webhook-deliveries/:id/repeat": row(managers(200), async (w) => ({ id: await w.webhookDelivery(), body: {} })),
  "GET /api/usage": row(managers(200)),
  "GET /api/usage.csv": row(managers(200)),
  "POST /api/playground": row(
    { own: { visitor: 401, rest: 404 }, organization: { ...outside, viewer: 403, guest: 403, rest: 200 } },
    () => ({ body: { model: "stet-builtin", messages: [{ role: "user", content: "Hello" }] } }),
  ),

  "POST /api/transcribe": row(account(409), () => ({ form: {} })),
  "POST /api/csp-reports": row(everybody(204), () => ({ body: {} })),
  "POST /api/contact": row(everybody(404), () => ({ body: {} })),

  // A session gives no access here: only a key does (app/api/v1).
  "GET /v1/openapi.json": row(everybody(200)),
  "POST /v1/chat/completions": row(everybody(401), () => ({ body: {} })),
  "POST /v1/responses": row(everybody(401), () => ({ body: {} })),
  "POST /v1/embeddings": row(everybody(401), () => ({ body: {} })),
  "GET /v1/models": row(everybody(401)),
  "GET /v1/models/:id{.+}": row(everybody(401), () => ({ "id{.+}": "stet-builtin" })),
  "GET /v1/projects": row(everybody(401)),
  "POST /v1/projects": row(everybody(401), () => ({ body: {} })),
  "GET /v1/projects/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7() })),
  "GET /v1/drafts": row(everybody(401)),
  "POST /v1/drafts": row(everybody(401), () => ({ body: {} })),
  "GET /v1/drafts/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7() })),
  "GET /v1/library": row(everybody(401)),
  "GET /v1/library/:id{.+}": row(everybody(401), () => ({ "id{.+}": "mutual-nda" })),
  "POST /v1/library/:id{.+}": row(everybody(401), () => ({ "id{.+}": "mutual-nda", body: {} })),
  "GET /v1/contacts": row(everybody(401)),
  "POST /v1/contacts": row(everybody(401), () => ({ body: {} })),
  "GET /v1/contacts/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7() })),
  "PATCH /v1/contacts/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7(), body: {} })),
  "GET /v1/files": row(everybody(401)),
  "POST /v1/files": row(everybody(401), () => ({ body: {} })),
  "POST /mcp": row(everybody(401), () => ({ body: {} })),
  "GET /mcp": row(everybody(401)),
  "DELETE /mcp": row(everybody(401), () => ({ body: {} })),
  "PATCH /v1/drafts/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7(), body: {} })),
  "GET /v1/research": row(everybody(401)),
  "POST /v1/research": row(everybody(401), () => ({ body: {} })),
  "GET /v1/research/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7() })),
  "GET /v1/research/:id/searches": row(everybody(401), () => ({ id: uuidv7() })),
  "POST /v1/research/:id/steps": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "POST /v1/research/:id/runs": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "POST /v1/research/:id/cancel": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "GET /v1/reviews": row(everybody(401)),
  "POST /v1/reviews": row(everybody(401), () => ({ body: {} })),
  "GET /v1/reviews/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7() })),
  "GET /v1/reviews/:id/rows": row(everybody(401), () => ({ id: uuidv7() })),
  "POST /v1/reviews/:id/documents": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "POST /v1/reviews/:id/runs": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "POST /v1/reviews/:id/cancel": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "GET /v1/drafts/:id/playbook_check": row(everybody(401), () => ({ id: uuidv7() })),
  "POST /v1/drafts/:id/playbook_check": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "GET /v1/workflows": row(everybody(401)),
  "GET /v1/workflows/:id{.+}": row(everybody(401), () => ({ "id{.+}": "nda-triage" })),
  "POST /v1/workflows/:id/runs": row(everybody(401), () => ({ id: "nda-triage", body: {} })),
  "GET /v1/workflow_runs": row(everybody(401)),
  "GET /v1/workflow_runs/:id{.+}": row(everybody(401), () => ({ "id{.+}": uuidv7() })),
  "POST /v1/workflow_runs/:id/answer": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
  "POST /v1/workflow_runs/:id/cancel": row(everybody(401), () => ({ id: uuidv7(), body: {} })),
};

/** A page that only organizations have. */
const inside = (status: Answer, guests = status): Expected => ({
  organization: { visitor: "sign-in", stranger: 404, outsider: 404, viewer: guests, guest: guests, rest: status },
});
const insideManagers = (status: Answer, others: Answer = 404): Expected => ({
  organization: { visitor: "sign-in", stranger: 404, outsider: 404, admin: status, head: status, rest: others },
});
/** The response to an application page's form; visitors are redirected to sign in. */
const form = (status: Answer): Expected => page(status);
/** For visitors; anyone signed in is redirected. */
const visitors = (status: Answer): Expected => ({ own: { visitor: status, rest: 302 } });
const nobody = () => ({
  form: { email: `${uuidv7()}@example.test`, password: "some words", name: "Eve", token: "none", code: "000000" },
});

/** Pages as PAGE, and posting a page's form as FORM. Pages of both kinds of workspace use the personal address. */
export const pages: Record<string, Row> = {
  "PAGE /": row(visitors(200)),
  "PAGE /pricing": row(everybody(200)),
  "PAGE /docs": row(everybody(200)),
  "PAGE /docs/developers": row(everybody(200)),
  "PAGE /docs/api": row(everybody(200)),
  "PAGE /word/manifest.xml": row(everybody(200)),
  "PAGE /blog": row(everybody(200)),
  "PAGE /blog/:slug": row(everybody(404), () => ({ slug: "none" })),
  "PAGE /contact": row(everybody(200)),
  "FORM /contact": row(everybody(400), nobody),
  "PAGE /story": row(everybody(200)),
  "PAGE /careers": row(everybody(200)),
  "PAGE /cookie-policy": row(everybody(200)),
  "PAGE /security": row(everybody(200)),
  "PAGE /terms-of-use": row(everybody(200)),
  // Anyone with the link, which cannot be guessed.
  "PAGE /shared/:token": row(everybody(200), async (w) => ({ token: await w.chatLink() })),
  "PAGE /demo": row(visitors(200)),
  "PAGE /blog/feed.xml": row(everybody(200)),
  "PAGE /sitemap.xml": row(everybody(200)),
  "PAGE /robots.txt": row(everybody(200)),
  "PAGE /*": row(everybody(404), () => ({ "*": "nothing/here" })),
  // In development only.
  "PAGE /dev/outbox": row(everybody(404)),

  "PAGE /organizations": row({ own: { visitor: "sign-in", rest: 200 } }),
  "FORM /organizations": row({ own: { visitor: "sign-in", rest: 404 } }, () => ({ form: {} })),
  "PAGE /onboarding": row({ own: { visitor: "sign-in", rest: 302 } }),
  "PAGE /onboarding/user": row({ own: { visitor: "sign-in", rest: 200 } }),
  "FORM /onboarding/user": row(everybody(302), () => ({ form: { intent: "skip" } })),
  "PAGE /onboarding/organization": row({ own: { visitor: "sign-in", rest: 200 } }),
  "FORM /onboarding/organization": row({ own: { visitor: "sign-in", rest: 404 } }, () => ({ form: {} })),
  // Redirects to its home, which checks access.
  "PAGE /organizations/:slug": row({ organization: { rest: 302 } }),
  "PAGE /organizations/:slug/playground": row(inside(200, 403)),
  "PAGE /organizations/:slug/webhooks": row(insideManagers(200, 403)),
  "FORM /organizations/:slug/webhooks": row(insideManagers(404, 403), () => ({ form: { intent: "remove", id: uuidv7() } })),
  "PAGE /organizations/:slug/api-keys": row(insideManagers(200, 403)),
  "FORM /organizations/:slug/api-keys": row(insideManagers(404, 403), () => ({ form: { intent: "revoke", id: uuidv7() } })),
  "PAGE /organizations/:slug/api-usage": row(insideManagers(200, 403)),
  "PAGE /organizations/:slug/settings/organization/developers": row(inside(200)),
  "PAGE /organizations/:slug/settings/organization": row(inside(200)),
  "PAGE /organizations/:slug/settings/organization/general": row(insideManagers(200, 403)),
  "FORM /organizations/:slug/settings/organization/general": row(
    { organization: { visitor: "sign-in", stranger: 404, outsider: 404, admin: 302, head: 302, rest: 403 } },
    () => ({ form: { intent: "name", name: "Another name" } }),
  ),
  "PAGE /organizations/:slug/settings/organization/billing": row(insideManagers(200, 403)),
  "FORM /organizations/:slug/settings/organization/billing": row(insideManagers(409, 403), (w) => ({
    form: { intent: "buy professional", seats: "5", password: w.password },
  })),
  "PAGE /organizations/:slug/settings/organization/policies": row(insideManagers(200, 403)),
  "FORM /organizations/:slug/settings/organization/policies": row(
    { organization: { visitor: "sign-in", stranger: 404, outsider: 404, admin: 302, head: 302, rest: 403 } },
    () => ({ form: { intent: "two-factor-off" } }),
  ),
  "PAGE /organizations/:slug/settings/organization/members": row(inside(200)),
  "FORM /organizations/:slug/settings/organization/members": row(
    { organization: { visitor: "sign-in", stranger: 404, outsider: 404, admin: 302, head: 302, rest: 403 } },
    () => ({ form: { intent: "invite", email: `${uuidv7()}@example.test`, role: "member" } }),
  ),
  "PAGE /organizations/:slug/settings/organization/log": row(insideManagers(200, 403)),
  "PAGE /organizations/:slug/settings/organization/pseudonyms": row(insideManagers(200, 403)),
  "FORM /organizations/:slug/settings/organization/pseudonyms": row(insideManagers(200, 403), () => ({
    form: { intent: "add", kind: "person", forms: "Anna Lindqvist" },
  })),
  "PAGE /organizations/:slug/settings/organization/style": row(insideManagers(200, 403)),
  "FORM /organizations/:slug/settings/organization/style": row(insideManagers(200, 403), () => ({
    form: { intent: "description", description: "Short." },
  })),
  "PAGE /organizations/:slug/settings/organization/word": row(inside(200)),
  "PAGE /invitations": row({ own: { visitor: "sign-in", rest: 200 } }),
  "FORM /invitations": row({ own: { visitor: "sign-in", rest: 404 } }, () => ({ form: { intent: "accept", id: "none" } })),
  "PAGE /invitations/request": row(everybody(200)),
  "FORM /invitations/request": row(everybody(400), () => ({ form: {} })),
  "PAGE /invitations/already-accepted": row(everybody(200)),
  "PAGE /invitations/revoked": row(everybody(200)),
  "PAGE /invitations/expired": row(everybody(200)),
  "PAGE /review": row(page()),
  "PAGE /review/:reviewId": row(thingPage(200, 200), async (w) => ({ reviewId: await w.review() })),
  "PAGE /discovery": row(page()),
  "PAGE /discovery/:collectionId": row(thingPage(200, 200), async (w) => ({ collectionId: await w.collection() })),
  "PAGE /discovery/:collectionId/productions": row(thingPage(200, 200), async (w) => ({ collectionId: await w.collection() })),
  "PAGE /research": row(page()),
  "PAGE /research/:researchId": row(thingPage(200, 200), async (w) => ({ researchId: await w.research() })),
  "PAGE /workflows": row(page()),
  "PAGE /workflows/runs": row(page()),
  "PAGE /workflows/runs/:runId": row(thingPage(200, 200), async (w) => ({ runId: await w.workflowRun() })),
  "PAGE /workflows/:workflowId": row(ofLibraryPage(200, 200), async (w) => ({ workflowId: await w.workflow() })),
  "PAGE /contacts": row(page()),
  "PAGE /contacts/new": row({
    own: { visitor: "sign-in", rest: 200 },
    organization: { visitor: "sign-in", stranger: 404, outsider: 404, viewer: 403, guest: 403, rest: 200 },
  }),
  "PAGE /contacts/checks": row(page()),
  "PAGE /contacts/:contactId": row(ofLibraryPage(200, 200), async (w) => ({ contactId: await w.contact() })),
  "PAGE /library": row(page()),
  "PAGE /library/new": row({
    own: { visitor: "sign-in", rest: 200 },
    organization: { visitor: "sign-in", stranger: 404, outsider: 404, viewer: 403, guest: 403, rest: 200 },
  }),
  "PAGE /library/law": row(page()),
  "PAGE /library/law/act": row(page(404), () => ({ query: "id=nothing" })),
  "PAGE /library/law/section": row(page(404), () => ({ query: "ref=nothing" })),
  "PAGE /library/templates/:templateId": row(ofLibraryPage(200, 200), async (w) => ({ templateId: await w.template() })),
  "PAGE /library/templates/:templateId/edit": row(ofLibraryPage(200, 403), async (w) => ({ templateId: await w.template() })),
  "PAGE /home": row(page()),
  "PAGE /vault": row(page()),
  "PAGE /vault/projects/:projectId": row(thingPage(200, 200), async (w) => ({ projectId: await w.project() })),
  "PAGE /chat": row(page()),
  "PAGE /chat/:chatId": row(thingPage(200, 200), async (w) => ({ chatId: await w.chat() })),
  "PAGE /vault/projects/:projectId/pseudonyms": row(thingPage(200, 200), async (w) => ({ projectId: await w.project() })),
  "FORM /vault/projects/:projectId/pseudonyms": row(thingPage(200, 403), async (w) => ({
    projectId: await w.project(),
    form: { intent: "switch", isOn: "true" },
  })),
  "PAGE /vault/projects/:projectId/drafts/:draftId": row(thingPage(200, 200), async (w) => ({
    projectId: await w.project(),
    draftId: await w.draft(),
  })),
  "PAGE /settings/account": row(page()),
  "FORM /settings/account": row(form(403), () => ({ form: { intent: "delete", ...wrong } })),
  "PAGE /settings/account/profile": row(page()),
  "FORM /settings/account/profile": row(form(200), () => ({ form: { intent: "name", name: "Another name" } })),
  "PAGE /settings/account/security": row(page()),
  "FORM /settings/account/security": row(form(404), () => ({ form: { intent: "end-session", id: "none" } })),
  "PAGE /settings/account/notifications": row(page()),
  "PAGE /settings/account/import": row(page()),
  "PAGE /settings/account/law": row(page()),
  "PAGE /settings/account/models": row(page()),
  "PAGE /settings/account/tools": row(page()),
  "FORM /settings/account/tools": row(form(400), () => ({ form: { intent: "connect", address: "ftp://tools.example.test" } })),
  "PAGE /settings/account/tools/callback": row(page()),
  "FORM /settings/account/tools/callback": row(form(400), () => ({ form: { state: "none", code: "none" } })),
  "PAGE /settings/account/style": row(page()),
  "FORM /settings/account/style": row(form(200), () => ({ form: { intent: "description", description: "Short." } })),
  "PAGE /settings/account/spelling": row(page()),
  "FORM /settings/account/spelling": row(form(200), () => ({ form: { intent: "add", word: "krona" } })),
  "FORM /settings/account/notifications": row(form(200), () => ({ form: {} })),

  "PAGE /admin": row(administratorsPage(302)),
  "PAGE /admin/models": row(administratorsPage(200)),
  "FORM /admin/models": row(administratorsPage(400), () => ({ form: { intent: "connect openai", key: "" } })),
  "PAGE /admin/people": mayShow(["e-mail address"], row(administratorsPage(200))),
  // The answer to a form is the page.
  "FORM /admin/people": mayShow(
    ["e-mail address"],
    row(administratorsPage(404), () => ({ form: { intent: `suspend ${uuidv7()}` } })),
  ),
  "PAGE /admin/sign-up": row(administratorsPage(200)),
  "FORM /admin/sign-up": row(administratorsPage(400), () => ({ form: { who: "domains", domains: "nonsense" } })),
  "PAGE /admin/email": row(administratorsPage(200)),
  "FORM /admin/email": row(administratorsPage(200), () => ({ form: {} })),
  "PAGE /admin/log": mayShow(["e-mail address"], row(administratorsPage(200))),
  "PAGE /admin/law": row(administratorsPage(200)),
  "FORM /admin/law": row(administratorsPage(404), () => ({ form: { act: "an unknown act" } })),
  "PAGE /admin/jobs": mayShow(["e-mail address"], row(administratorsPage(200))),
  "FORM /admin/jobs": mayShow(
    ["e-mail address"],
    row(administratorsPage(404), () => ({ form: { intent: `retry ${uuidv7()}` } })),
  ),
  "PAGE /admin/storage": row(administratorsPage(200)),
  "PAGE /admin/about": row(administratorsPage(200)),
  "PAGE /admin/backups": row(administratorsPage(200)),
  "FORM /admin/backups": row(administratorsPage(400), () => ({ form: {} })),
  "PAGE /admin/administrators": row(administratorsPage(200)),
  "FORM /admin/administrators": row(administratorsPage(403), () => ({
    form: { intent: "add", email: "e@example.test", ...wrong },
  })),

  "PAGE /auth/sign-in": row(visitors(200)),
  "FORM /auth/sign-in": row(visitors(401), nobody),
  "PAGE /auth/sign-in/with/:provider": row(everybody(200), () => ({ provider: "google" })),
  "FORM /auth/sign-in/with/:provider": row(everybody(302), () => ({ provider: "google", form: {} })),
  "PAGE /auth/sign-up": row(visitors(200)),
  "FORM /auth/sign-up": row(everybody(302), nobody),
  // Useless until a password was accepted.
  "PAGE /auth/totp": row(visitors("sign-in")),
  "FORM /auth/totp": row(visitors("sign-in"), nobody),
  "PAGE /auth/recovery-code": row(visitors("sign-in")),
  "FORM /auth/recovery-code": row(visitors("sign-in"), nobody),
  "PAGE /auth/forgot-password": row(everybody(200)),
  "FORM /auth/forgot-password": row(everybody(302), nobody),
  // Useless without the token from an email.
  "PAGE /auth/reset-password": row(everybody(302)),
  "FORM /auth/reset-password": row(everybody(302), nobody),
  "PAGE /auth/reset-password/request": row(everybody(200)),
  "FORM /auth/reset-password/request": row(everybody(302), nobody),
  // Useless without the token from an email.
  "PAGE /auth/verify-email": row(everybody(302)),
  "FORM /auth/verify-email": row(everybody(302), nobody),
  "PAGE /auth/verify-email/request": row(everybody(200)),
  "FORM /auth/verify-email/request": row({ own: { visitor: 200, rest: 400 } }, nobody),
  // Useless without the token from an email.
  "PAGE /auth/change-email": row(everybody(302)),
  "FORM /auth/change-email": row(everybody(302), nobody),
  "PAGE /auth/change-email/request": row({ own: { visitor: "sign-in", rest: 200 } }),
  "FORM /auth/change-email/request": row({ own: { visitor: "sign-in", rest: 400 } }, nobody),
  "PAGE /auth/forgot-password/success": row(everybody(200)),
  "PAGE /auth/reset-password/expired": row(everybody(200)),
  "PAGE /auth/reset-password/success": row(everybody(200)),
  "PAGE /auth/verify-email/expired": row(everybody(200)),
  "PAGE /auth/verify-email/success": row(everybody(200)),
  "PAGE /auth/change-email/expired": row(everybody(200)),
  "PAGE /auth/change-email/invalid": row(everybody(200)),
  "PAGE /auth/deletion": row(everybody(200)),
  "PAGE /auth/error": row(everybody(200)),
};
