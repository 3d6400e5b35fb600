/* An answer of the server from before a change of this page does not take the change back on the screen. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftNotes } from "./editor/changes/draft-notes.ts";
import { ChangesByPeople } from "./editor/changes/imported-changes.ts";
import type { DocumentPatches } from "./editor/changes/document-patches.ts";
import type { Proposal } from "./editor/changes/proposals.ts";
import { CommentStore } from "./editor/comments/comment-store.ts";
import { ChatChanges } from "./chat/chat-changes.ts";
import { FreshRead } from "./fresh-read.ts";

vi.mock("./kit/toast.tsx", () => ({ showToast: () => {}, dismissToast: () => {} }));
vi.mock("./editor/changes/document-patches.ts", () => ({ DocumentPatches: () => {} }));

const id = "0190a0a0-0000-7000-8000-000000000001";
const messageId = "0190a0a0-0000-7000-8000-000000000002";
type Row = Record<string, unknown>;
const place = { messageId, block: "patch-0", place: 0 };
const row = (state: string): Row => ({
  ...place,
  patch: null,
  reason: null,
  rejectReason: null,
  textName: null,
  state,
  applied: null,
});
const anchor = { quote: "rent", before: "", after: "", start: 0 };

/** What the server has now; what it read before waits in `held` until it is let go. */
let now: Row;
let held: PromiseWithResolvers<void> | null;
let reads: number;

beforeEach(() => {
  [held, reads] = [null, 0];
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal("fetch", async (_path: string, { method, body }: { method?: string; body?: string }) => {
    if (method === "GET" || method === undefined) {
      reads++;
      const answer = Response.json(now);
      await held?.promise;
      return answer;
    }
    now = changedBy(JSON.parse(body!) as Row);
    return Response.json(now["threads"] === undefined ? {} : { thread: (now["threads"] as Row[])[0] });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** As the routes do. */
function changedBy(sent: Row): Row {
  if (typeof sent["text"] === "string") return { threads: [{ id: "t", comments: [sent] }] };
  if (sent["decisions"] !== undefined) return { changes: [{ id: "one", patch: {}, decision: "rejected", isSuggested: false }] };
  return { ...now, changes: [row(sent["notes"] === undefined ? String(sent["state"]) : "rejected")] };
}

/** A read begins, the page changes something, which is stored, and then the read is answered. */
async function overtaken(load: () => Promise<void>, change: () => unknown, stored: () => Promise<unknown>): Promise<void> {
  await load();
  held = Promise.withResolvers();
  const before = reads;
  const loading = load();
  await vi.waitFor(() => expect(reads).toBe(before + 1));
  await change();
  await stored();
  held.resolve();
  held = null;
  await loading;
}

test("in a draft's decisions", async () => {
  now = { changes: [row("applied")] };
  const notes = new DraftNotes(id);
  await overtaken(
    () => notes.load(),
    () => notes.decide(`${messageId}.patch-0`, 0, "rejected"),
    () => notes.settled(),
  );
  expect(notes.read(`${messageId}.patch-0`)).toContain("rejected");
});

test("in a chat's decisions", async () => {
  now = { changes: [row("applied")], texts: [] };
  const changes = new ChatChanges(id, () => new Set([messageId]));
  await overtaken(
    () => changes.load(),
    () => changes.change([{ ...place, state: "rejected" }]),
    () => vi.waitFor(() => expect(now["changes"]).toEqual([row("rejected")])),
  );
  expect(changes.read(`${messageId}.patch-0`)).toContain("rejected");
});

test("in decisions on a file's changes", async () => {
  now = { changes: [{ id: "one", patch: {}, decision: null, isSuggested: false }] };
  let decide: (index: number, isAccepted: boolean) => void = () => {};
  let open: readonly Proposal[] | null = null;
  const patches = {
    propose: (_block: string, _message: string, _all: unknown, given: { decided: typeof decide }) => (decide = given.decided),
    follow: (_block: string, now: readonly Proposal[]) => (open = now),
  };
  const changes = new ChangesByPeople(id, patches as unknown as DocumentPatches);
  await overtaken(
    () => changes.load(),
    () => decide(0, false),
    () => changes.settled(),
  );
  expect(open).toEqual([]);
});

test("in comments", async () => {
  now = { threads: [] };
  const store = new CommentStore(id);
  await overtaken(
    () => store.load(),
    () => store.sendBegun("Too high?", { ...anchor, about: "rent" } as never),
    () => Promise.resolve(),
  );
  expect(store.read().threads).toHaveLength(1);
});

test("reads follow each other, and those asked for while one waits are one", async () => {
  const asked: PromiseWithResolvers<number>[] = [];
  const read = new FreshRead(() => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)!.promise;
  });
  const first = read.read();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const [second, third] = [read.read(), read.read()];
  await Promise.resolve();
  expect(asked).toHaveLength(1);
  asked[0]!.resolve(1);
  expect(await first).toBe(1);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]!.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test("a read that fails does not keep the next from being asked", async () => {
  let isDown = true;
  const read = new FreshRead(() => (isDown ? Promise.reject(new Error("down")) : Promise.resolve(1)));
  await expect(read.read()).rejects.toThrow("down");
  isDown = false;
  expect(await read.read()).toBe(1);
});
