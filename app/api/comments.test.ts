/* Comments: open to everyone who sees the draft, anchored through every save, and edited only by their author. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commentMax, type CommentThread } from "#core/comments/comment.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let owner: TestPerson;
let viewer: TestPerson;
let projectId: string;
beforeAll(async () => {
  app = await startApp();
  [owner, viewer] = [await app.person(), await app.person()];
  projectId = await made("/api/projects", { name: "Leases" });
  const body = { projectId, emails: [viewer.email], removeUsers: [] };
  const shared = await app.request("/api/functions/shareProject", { as: owner, body });
  expect(shared.status).toBe(200);
});
afterAll(() => app.close());

async function made(path: string, body: object): Promise<string> {
  return ((await (await app.request(path, { as: owner, body })).json()) as { id: string }).id;
}
const text = "The rent is 1,450 euros.\n\nIt is due on the third day.";
const draft = (content = text) => made("/api/drafts", { projectId, name: "Lease", content });
const about = (quote: string, start = text.indexOf(quote)) => ({ quote, before: "", after: "", start });

const post = (draftId: string, body: object, as = owner) => app.request(`/api/drafts/${draftId}/comments`, { as, body });
const patch = (draftId: string, commentId: string, body: object, as = owner) =>
  app.request(`/api/drafts/${draftId}/comments/${commentId}`, { method: "PATCH", as, body });

async function begin(draftId: string, quote = "1,450 euros", as = owner): Promise<CommentThread> {
  const answer = await post(draftId, { id: uuidv7(), text: "Too much?", anchor: about(quote) }, as);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { thread: CommentThread }).thread;
}
async function threads(draftId: string, as = owner): Promise<CommentThread[]> {
  return ((await (await app.request(`/api/drafts/${draftId}/comments`, { as })).json()) as { threads: CommentThread[] }).threads;
}

test("owner and viewer talk about words of the text, each under their own name", async () => {
  const id = await draft();
  const thread = await begin(id, "1,450 euros", viewer);
  expect(thread).toMatchObject({ anchor: { about: "1,450 euros", place: { start: 12, end: 23 } }, isResolved: false });
  const reply = { id: uuidv7(), text: "It is the market's.", threadId: thread.id };
  expect((await post(id, reply)).status).toBe(200);
  expect((await post(id, reply)).status).toBe(200);
  const [seen] = await threads(id, viewer);
  expect(seen!.comments).toEqual([
    expect.objectContaining({ author: viewer.name, isMine: true, text: "Too much?" }),
    expect.objectContaining({ author: owner.name, isMine: false, text: "It is the market's." }),
  ]);
  expect(seen!.mayResolve).toBe(true);
  for (const isResolved of [true, false]) {
    expect((await patch(id, thread.id, { isResolved })).status).toBe(200);
    expect((await threads(id))[0]!.isResolved).toBe(isResolved);
  }
});

test("each changes and takes away their own; a thread that was answered stays without the words", async () => {
  const id = await draft();
  const thread = await begin(id);
  const reply = uuidv7();
  await post(id, { id: reply, text: "No.", threadId: thread.id }, viewer);
  expect((await patch(id, thread.id, { text: "Mine now" }, viewer)).status).toBe(403);
  expect((await patch(id, thread.id, { isDeleted: true }, viewer)).status).toBe(403);
  expect((await patch(id, thread.id, { isResolved: true }, viewer)).status).toBe(403);
  // Not even the draft's owner may edit or remove another person's comment.
  expect((await patch(id, reply, { text: "Yes." })).status).toBe(403);
  expect((await patch(id, reply, { isDeleted: true })).status).toBe(403);
  await patch(id, thread.id, { text: "Far too much?" });
  await patch(id, thread.id, { isDeleted: true });
  const [left] = await threads(id);
  expect(left!.comments.map((one) => [one.text, one.isDeleted])).toEqual([
    ["", true],
    ["No.", false],
  ]);
  await patch(id, thread.id, { isDeleted: false });
  expect((await threads(id))[0]!.comments[0]).toMatchObject({ text: "Far too much?", editedAt: expect.any(String) });
  await patch(id, reply, { isDeleted: true }, viewer);
  await patch(id, thread.id, { isDeleted: true });
  expect(await threads(id)).toEqual([]);
});

test("threads go along with every save, are lost with their words, and come back with them", async () => {
  const id = await draft();
  await begin(id, "third day");
  let version = 1;
  async function save(content: string, kind = "typed") {
    const body = { version: version++, document: jsonOf(markdownToDocument(content)), kind };
    expect((await app.request(`/api/drafts/${id}`, { method: "PATCH", as: owner, body })).status).toBe(200);
    const [thread] = await threads(id);
    const { place } = thread!.anchor;
    return place && content.slice(place.start, place.end);
  }
  expect(await save("A new beginning.\n\n" + text)).toBe("third day");
  expect(await save(text.replace("third day", "third working day"), "patch")).toBe("third working day");
  expect(await save("The rent is 1,450 euros.", "patch")).toBeNull();
  expect((await threads(id))[0]!.anchor.about).toBe("third day");
  expect(await save(text, "restore")).toBe("third day");
  expect(await save(`It is due on the third day.\n\nThe rent is 1,450 euros.`, "merge")).toBe("third day");
});

test("open windows of everyone who sees the draft are notified", async () => {
  const id = await draft();
  const listening: Promise<object>[] = [];
  await Promise.all(
    [owner, viewer].map(async ({ cookie }) => {
      const { userId } = (await app.stet.actorOf(new Headers({ cookie }))) as Person;
      const { promise, resolve } = Promise.withResolvers<object>();
      const end = app.stet.updates.subscribe(userId, (update) => update.kind === "comments" && resolve(update));
      listening.push(promise.finally(end));
    }),
  );
  await begin(id, "euros", viewer);
  expect(await Promise.all(listening)).toEqual([
    { kind: "comments", draftId: id },
    { kind: "comments", draftId: id },
  ]);
});

describe("what someone else sends", () => {
  test("strangers and other people's drafts: nothing is there", async () => {
    const [id, another, stranger] = [await draft(), await draft(), await app.person()];
    const thread = await begin(id);
    expect((await app.request(`/api/drafts/${id}/comments`, { as: stranger })).status).toBe(404);
    expect((await post(id, { id: uuidv7(), text: "x", anchor: about("rent") }, stranger)).status).toBe(404);
    expect((await patch(id, thread.id, { isResolved: true }, stranger)).status).toBe(404);
    expect((await patch(id, "none", { isResolved: true })).status).toBe(404);
    // A thread of another draft is not found here, and its id cannot be reused.
    expect((await patch(another, thread.id, { isResolved: true })).status).toBe(404);
    expect((await post(another, { id: uuidv7(), text: "x", threadId: thread.id })).status).toBe(404);
    expect((await post(another, { id: thread.id, text: "x", anchor: about("rent") })).status).toBe(404);
    expect((await post(id, { id: thread.id, text: "x", threadId: thread.id }, viewer)).status).toBe(404);
    expect((await threads(id))[0]!.comments).toHaveLength(1);
    // A reply cannot be replied to.
    const reply = uuidv7();
    await post(id, { id: reply, text: "Yes", threadId: thread.id });
    expect((await post(id, { id: uuidv7(), text: "x", threadId: reply })).status).toBe(404);
    expect((await patch(id, reply, { isResolved: true })).status).toBe(404);
  });

  test("is text, whatever it looks like", async () => {
    const id = await draft();
    const words = "<img src=x onerror=alert(1)> **bold** [a](javascript:alert(1)) \u202egnihtemos\u202c";
    await post(id, { id: uuidv7(), text: words, anchor: about("rent") });
    expect((await threads(id))[0]!.comments[0]!.text).toBe(words);
  });

  test.each([
    ["nothing", { text: "   " }],
    ["too much", { text: "x".repeat(commentMax + 1) }],
    ["about nothing", { text: "x", anchor: about("") }],
    ["about too much", { text: "x", anchor: about("x".repeat(20_001), 0) }],
    ["before the beginning", { text: "x", anchor: about("rent", -1) }],
    ["both a thread and words", { text: "x", threadId: uuidv7() }],
  ])("%s is refused", async (_what, given) => {
    const id = await draft();
    expect((await post(id, { id: uuidv7(), anchor: about("rent"), ...given })).status).toBe(400);
    expect(await threads(id)).toEqual([]);
  });

  test("words that are not in the text leave a comment that waits for them", async () => {
    const id = await draft();
    await post(id, { id: uuidv7(), text: "x", anchor: about("words that are typed but not saved yet", 7) });
    expect((await threads(id))[0]!.anchor).toMatchObject({ about: "words that are typed but not saved yet", place: null });
  });
});
