/* Decisions on what people propose are kept on the device until the server has them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChangeDecision, ImportedChange } from "#core/changes/imported-change.ts";
import type { DocumentPatches } from "./document-patches.ts";
import { ChangesByPeople } from "./imported-changes.ts";
import type { Proposal } from "./proposals.ts";

vi.mock("../../kit/toast.tsx", () => ({ showToast: () => {}, dismissToast: () => {} }));
vi.mock("./document-patches.ts", () => ({ DocumentPatches: () => {} }));

const draftId = "0190a0a0-0000-7000-8000-000000000001";
const change = (id: string): ImportedChange => ({
  id,
  patch: { original: "a", replacement: "b", summary: "" },
  decision: null,
  isSuggested: false,
  isMine: false,
});
let stored: Map<string, string>;
let sent: unknown[];
let isOnline: boolean;
/** A change that the server doesn't have any more. */
let missing: string | null;
/** As the server has them. */
let elsewhere: ImportedChange[];

beforeEach(() => {
  [stored, sent, isOnline, missing] = [new Map(), [], true, null];
  elsewhere = [change("one"), change("two")];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
    if (!isOnline) return Promise.reject(new TypeError("no connection"));
    if (method === "PATCH" && missing !== null && body?.includes(missing))
      return Promise.resolve(Response.json({ error: { code: "not-found", message: "Not found." } }, { status: 404 }));
    if (method === "PATCH") {
      const { decisions } = JSON.parse(body!) as { decisions: ChangeDecision[] };
      sent.push([path, decisions]);
      const now = new Map(decisions.map(({ changeId, decision }) => [changeId, decision]));
      elsewhere = elsewhere.map((one) => (now.has(one.id) ? { ...one, decision: now.get(one.id)! } : one));
    }
    return Promise.resolve(Response.json({ changes: elsewhere }));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page with the draft, and how its changes are decided there. */
function opened() {
  let decide: (index: number, isAccepted: boolean | null) => void = () => {};
  const shown: number[] = [];
  const patches = {
    propose: (_block: string, _messageId: string, given: unknown[], { decided }: { decided: typeof decide }) => {
      shown.push(given.length);
      decide = decided;
    },
    withdraw: () => {},
    reopened: () => {},
    follow: (_block: string, open: readonly Proposal[]) => followed.push(open.map(({ index }) => index)),
    again: ({ index, patch }: Proposal) => again.push(`${index} ${patch.original}`),
  };
  const again: string[] = [];
  const followed: number[][] = [];
  const changes = new ChangesByPeople(draftId, patches as unknown as DocumentPatches);
  return { changes, shown, again, followed, decide: (index: number, isAccepted: boolean) => decide(index, isAccepted) };
}

test("a decision made without a connection is sent by the next page, and counts there before it is", async () => {
  const first = opened();
  await first.changes.load();
  expect(first.shown).toEqual([2]);
  isOnline = false;
  first.decide(0, true);
  await first.changes.settled();
  expect(sent).toEqual([]);
  expect([...stored.values()].join("")).toContain("accepted");

  isOnline = true;
  const later = opened();
  await later.changes.load();
  await later.changes.settled();
  expect(sent).toEqual([[`/api/drafts/${draftId}/changes`, [{ changeId: "one", decision: "accepted" }]]]);
  expect(stored.size).toBe(0);
});

test("decisions made together are one request; what the server refuses holds up none of the others", async () => {
  const page = opened();
  await page.changes.load();
  isOnline = false;
  page.decide(0, true);
  page.decide(1, false);
  await page.changes.settled();
  isOnline = true;
  const [accepted, rejected] = [
    { changeId: "one", decision: "accepted" },
    { changeId: "two", decision: "rejected" },
  ];
  await page.changes.load();
  expect(sent).toEqual([[`/api/drafts/${draftId}/changes`, [accepted, rejected]]]);

  isOnline = false;
  page.decide(0, true);
  page.decide(1, false);
  await page.changes.settled();
  [isOnline, missing, sent] = [true, "one", []];
  await page.changes.load();
  expect(sent).toEqual([[`/api/drafts/${draftId}/changes`, [rejected]]]);
  expect([...stored.values()].join("")).toContain("one");
});

test("one that was rejected before the page was opened is open again, after those of the file that were open", async () => {
  elsewhere = [change("one"), { ...change("two"), decision: "rejected" }];
  const page = opened();
  await page.changes.load();
  expect(page.shown).toEqual([1]);
  expect((await page.changes.rejected())!.map(({ id }) => id)).toEqual(["two"]);
  await page.changes.reopen("two", null);
  expect(page.again).toEqual(["1 a"]);
  page.decide(1, false);
  expect((await page.changes.rejected())!.map(({ id }) => id)).toEqual(["two"]);
  await page.changes.reopen("two", null);
  expect(page.again).toEqual(["1 a", "1 a"]);
  expect(await page.changes.rejected()).toEqual([]);
});

test("what another window decides or opens again is so here too, and what was decided here stays decided", async () => {
  elsewhere = [change("one"), { ...change("two"), decision: "rejected" }, change("three")];
  const page = opened();
  await page.changes.load();
  const decideThere = (id: string, decision: ImportedChange["decision"]) =>
    (elsewhere = elsewhere.map((one) => (one.id === id ? Object.assign({}, one, { decision }) : one)));
  decideThere("one", "rejected");
  await page.changes.load();
  decideThere("two", null);
  await page.changes.load();
  decideThere("one", null);
  isOnline = false;
  page.decide(1, true);
  isOnline = true;
  await page.changes.load();
  // "one" is the first, "three" the second; "two" came after them.
  expect(page.followed).toEqual([[1], [2, 1], [0, 2]]);
});
