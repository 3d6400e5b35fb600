import { describe, expect, test } from "vitest";
import type { Scope } from "../account/api-key.ts";
import {
  barredFrom,
  canChangeChat,
  canChangeDraft,
  canChangeFile,
  canChangeProject,
  canChangeTemplate,
  canMoveDraft,
  canProposeInDraft,
  canRemoveFromProject,
  canSeeChat,
  canSeeDraft,
  canSeeFile,
  canSeeTemplate,
  isOwner,
  mayAdminister,
  mayDisposeOf,
  mayInProject,
  mayMake,
  mayManage,
  mayUse,
  noPolicies,
  policiesFor,
  projectRoleOf,
  shareRolesWith,
  theServer,
  withWorkspace,
  type Membership,
  type Person,
  type ProjectRight,
  type Role,
  type SharedProject,
  type ShareRole,
} from "./policy.ts";

const visitor = { kind: "visitor" } as const;
const rights: ProjectRight[] = ["see", "comment", "propose", "write", "conceal", "reveal", "manage"];

function membership(role: Role, organizationId = "firm"): Membership {
  return { organizationId, slug: organizationId, name: organizationId, role, plan: "professional", policies: noPolicies };
}

function person(userId: string, given: Partial<Person> = {}): Person {
  return {
    kind: "person",
    userId,
    name: userId,
    email: `${userId}@example.org`,
    isVerified: true,
    plan: "free",
    ownPlan: "free",
    organizationId: null,
    memberships: [],
    ...given,
  };
}
const inFirm = (userId: string, role: Role) => person(userId, { organizationId: "firm", memberships: [membership(role)] });
/** A key of the firm, acting for the person who made it. */
const keyOf = (userId: string, role: Role, ...scopes: Scope[]) => ({ ...inFirm(userId, role), scopes });

const project = (given: Partial<SharedProject> = {}): SharedProject => ({
  ownerId: "ada",
  organizationId: "firm",
  isRemoved: false,
  sharedAs: null,
  ...given,
});

describe("who owns a thing", () => {
  test.each([
    ["a person in their own workspace", person("ada"), null, true],
    ["someone else there", person("bob"), null, false],
    ["a member in the firm", inFirm("ada", "member"), "firm", true],
    ["one who has left the firm", person("ada"), "firm", false],
    ["a key, of what is in its firm", keyOf("ada", "member", "projects:read"), "firm", true],
    ["a key, of its maker's own things", keyOf("ada", "member", "projects:read"), null, false],
    ["a visitor", visitor, null, false],
    ["Stet itself", theServer, null, false],
  ] as const)("%s", (_, actor, organizationId, expected) => {
    expect(isOwner(actor, { ownerId: "ada", organizationId })).toBe(expected);
  });
});

describe("what a role in a project allows", () => {
  const allowed = (role: "owner" | ShareRole) =>
    rights.filter((right) =>
      role === "owner"
        ? mayInProject(inFirm("ada", "member"), project(), right)
        : mayInProject(inFirm("bob", "member"), project({ sharedAs: role }), right),
    );

  test.each([
    ["viewer", ["see", "comment"]],
    ["commenter", ["see", "comment", "propose"]],
    ["editor", ["see", "comment", "propose", "write", "conceal"]],
    ["owner", rights],
  ] as const)("%s", (role, expected) => {
    expect(allowed(role)).toEqual(expected);
  });

  test("only the owner changes the project itself", () => {
    expect(canChangeProject(inFirm("ada", "member"), project())).toBe(true);
    expect(canChangeProject(inFirm("bob", "member"), project({ sharedAs: "editor" }))).toBe(false);
  });

  test("a right names the roles of shares that give it", () => {
    expect(shareRolesWith("propose")).toEqual(["commenter", "editor"]);
    expect(shareRolesWith("manage")).toEqual([]);
  });
});

describe("the role of a person in a project", () => {
  test.each([
    ["its owner", inFirm("ada", "member"), project(), "owner"],
    ["its owner, once it is removed", inFirm("ada", "member"), project({ isRemoved: true }), null],
    ["its owner, after leaving", person("ada"), project(), null],
    ["a member it is not shared with", inFirm("bob", "admin"), project(), null],
    ["a member it is shared with", inFirm("bob", "member"), project({ sharedAs: "editor" }), "editor"],
    ["a guest, whatever it is shared as", inFirm("bob", "guest"), project({ sharedAs: "editor" }), "viewer"],
    ["a stranger to the firm", person("bob"), project({ sharedAs: "editor" }), null],
    ["a reader of a personal one", person("bob"), project({ organizationId: null, sharedAs: "editor" }), "viewer"],
    ["a key, in a personal one", keyOf("bob", "owner"), project({ organizationId: null, sharedAs: "viewer" }), null],
    ["a visitor", visitor, project({ sharedAs: "editor" }), null],
  ] as const)("%s", (_, actor, given, expected) => {
    expect(projectRoleOf(actor, given)).toBe(expected);
  });
});

describe("an organization", () => {
  test.each([
    ["owner", true, true, true],
    ["admin", true, false, true],
    ["member", false, false, true],
    ["guest", false, false, false],
  ] as const)("%s", (role, manages, disposes, makes) => {
    const actor = inFirm("ada", role);
    expect([mayManage(actor, "firm"), mayDisposeOf(actor, "firm"), mayMake(actor)]).toEqual([manages, disposes, makes]);
    expect([mayManage(actor, "other"), mayDisposeOf(actor, "other")]).toEqual([false, false]);
  });

  test("is not managed, and the installation not administered, with a key", () => {
    const key = { ...keyOf("ada", "owner", "projects:write"), isAdministrator: true };
    expect([mayManage(key, "firm"), mayDisposeOf(key, "firm"), mayAdminister(key)]).toEqual([false, false, false]);
    expect([mayAdminister(person("ada", { isAdministrator: true })), mayAdminister(person("ada"))]).toEqual([true, false]);
  });

  test("one that the person is not a member of is no workspace to make things in", () => {
    expect(mayMake(person("ada", { organizationId: "firm" }))).toBe(false);
    expect([mayMake(person("ada")), mayMake(visitor)]).toEqual([true, false]);
  });

  test("is entered by its members, with its plan; the personal workspace with the person's own", () => {
    const me = { ...inFirm("ada", "member"), ownPlan: "starter" as const };
    expect(withWorkspace(me, "firm")).toMatchObject({ organizationId: "firm", plan: "professional" });
    expect(withWorkspace(me, null)).toMatchObject({ organizationId: null, plan: "starter" });
    expect(withWorkspace(me, "other")).toBeNull();
  });

  test("bars those who lack two-factor authentication, and names itself to no one else", () => {
    const me = person("ada", { barred: [membership("member")] });
    expect(barredFrom(me, "firm")?.organizationId).toBe("firm");
    expect([barredFrom(me, "other"), barredFrom(person("ada"), "firm"), barredFrom(visitor, "firm")]).toEqual([null, null, null]);
  });

  test("has its policies in its workspace only", () => {
    const policies = { ...noPolicies, webSearch: false };
    const me = person("ada", { memberships: [{ ...membership("member"), policies }] });
    expect(policiesFor({ ...me, organizationId: "firm" })).toBe(policies);
    expect(policiesFor(me)).toEqual({ twoFactor: false, models: null, webSearch: true });
  });
});

test("a key has its scopes, and the reading that goes with writing; a session has all", () => {
  const key = keyOf("ada", "member", "drafts:write");
  expect([mayUse(key, "drafts:write"), mayUse(key, "drafts:read"), mayUse(key, "files:read")]).toEqual([true, true, false]);
  expect([mayUse(person("ada"), "files:write"), mayUse(visitor, "chat"), mayUse(theServer, "chat")]).toEqual([true, false, false]);
});

describe("a chat", () => {
  const chat = (given: Partial<SharedProject> | null, ownerId = "bob") => ({
    ownerId,
    organizationId: "firm",
    project: given && project(given),
  });

  test.each([
    ["its owner, outside of projects", inFirm("bob", "member"), chat(null), [true, true]],
    ["another member", inFirm("eve", "member"), chat(null), [false, false]],
    ["its owner, in a project they write in", inFirm("bob", "member"), chat({ sharedAs: "editor" }), [true, true]],
    ["its owner, in a project they only read now", inFirm("bob", "member"), chat({ sharedAs: "viewer" }), [true, false]],
    ["its owner, in a project no longer shared", inFirm("bob", "member"), chat({ sharedAs: null }), [false, false]],
    ["the project's owner, of another's chat", inFirm("ada", "member"), chat({}), [true, false]],
  ] as const)("%s", (_, actor, given, expected) => {
    expect([canSeeChat(actor, given), canChangeChat(actor, given)]).toEqual(expected);
  });
});

describe("a draft", () => {
  test.each([
    ["viewer", [true, false, false]],
    ["commenter", [true, true, false]],
    ["editor", [true, true, true]],
    [null, [false, false, false]],
  ] as const)("shared as %s", (sharedAs, expected) => {
    const draft = { isRemoved: false, project: project({ sharedAs }) };
    const actor = inFirm("bob", "member");
    expect([canSeeDraft(actor, draft), canProposeInDraft(actor, draft), canChangeDraft(actor, draft)]).toEqual(expected);
    const removed = { ...draft, isRemoved: true };
    expect([canSeeDraft(actor, removed), canProposeInDraft(actor, removed), canChangeDraft(actor, removed)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  const [bob, ada] = [inFirm("bob", "member"), inFirm("ada", "member")];
  test.each([
    ["an editor, of their own", bob, "bob", "editor", true],
    ["an editor, of another's", bob, "eve", "editor", false],
    ["who made it, and only reads now", bob, "bob", "viewer", false],
    ["the project's owner, of another's", ada, "bob", null, true],
    ["a visitor", visitor, null, "editor", false],
  ] as const)("is removed by %s: %o", (_, actor, madeBy, sharedAs, expected) => {
    expect(canRemoveFromProject(actor, { madeBy, project: project({ sharedAs }) })).toBe(expected);
  });

  const own = { isRemoved: false, madeBy: "bob", project: project({ sharedAs: "editor" }) };
  test.each([
    ["to where its maker writes as well", own, project({ sharedAs: "editor" }), true],
    ["to where its maker only reads", own, project({ sharedAs: "viewer" }), false],
    ["to another workspace", own, project({ ownerId: "bob", organizationId: null }), false],
    ["once it is removed", { ...own, isRemoved: true }, project({ sharedAs: "editor" }), false],
    ["made by someone else", { ...own, madeBy: "eve" }, project({ ownerId: "bob" }), false],
  ] as const)("is moved %s: %o", (_, draft, to, expected) => {
    expect(canMoveDraft(bob, { ...draft, to })).toBe(expected);
  });
});

describe("a file", () => {
  const file = (given: Partial<SharedProject> | null, madeBy = "bob") => ({
    ownerId: "bob",
    organizationId: "firm",
    madeBy,
    isRemoved: false,
    project: given && project(given),
  });

  test.each([
    ["its owner, outside of projects", inFirm("bob", "member"), file(null), [true, true]],
    ["another member", inFirm("eve", "member"), file(null), [false, false]],
    ["a reader of its project", inFirm("bob", "member"), file({ sharedAs: "viewer" }), [true, false]],
    ["an editor who added it", inFirm("bob", "member"), file({ sharedAs: "editor" }), [true, true]],
    ["an editor who did not", inFirm("bob", "member"), file({ sharedAs: "editor" }, "eve"), [true, false]],
  ] as const)("%s", (_, actor, given, expected) => {
    expect([canSeeFile(actor, given), canChangeFile(actor, given)]).toEqual(expected);
    expect(canSeeFile(actor, { ...given, isRemoved: true })).toBe(false);
  });
});

describe("a template", () => {
  const personal = { userId: "ada", organizationId: null, madeBy: "ada" };
  const firms = { userId: null, organizationId: "firm", madeBy: "bob" };
  const bobs = { userId: "bob", organizationId: "firm", madeBy: "bob" };

  test.each([
    ["its owner", person("ada"), personal, [true, true]],
    ["someone else", person("bob"), personal, [false, false]],
    ["a key, of its maker's own", keyOf("ada", "owner"), personal, [false, false]],
    ["who made the firm's", inFirm("bob", "member"), firms, [true, true]],
    ["another member", inFirm("eve", "member"), firms, [true, false]],
    ["an admin", inFirm("eve", "admin"), firms, [true, true]],
    ["a guest, even who made it", inFirm("bob", "guest"), firms, [false, false]],
    ["who has left the firm", person("bob"), firms, [false, false]],
    ["a visitor", visitor, personal, [false, false]],
    ["who keeps it to themselves in the firm", inFirm("bob", "member"), bobs, [true, true]],
    ["a key of who keeps it to themselves", keyOf("bob", "member"), bobs, [false, false]],
    ["an admin, of what a member keeps to themselves", inFirm("eve", "admin"), bobs, [false, false]],
    ["who kept it to themselves and has left the firm", person("bob"), bobs, [false, false]],
  ] as const)("%s", (_, actor, template, expected) => {
    expect([canSeeTemplate(actor, template), canChangeTemplate(actor, template)]).toEqual(expected);
  });
});
