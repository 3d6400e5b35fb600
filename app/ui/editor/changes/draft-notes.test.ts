/* Decisions on changes of an open draft that the server refuses are kept, said, and sent again. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { problemOf, type ProblemCode } from "#core/workspace/problem.ts";
import { DraftNotes } from "./draft-notes.ts";

const toasts = vi.hoisted(() => ({ shown: [] as { text: string; action?: { label: string; run: () => void } }[] }));
vi.mock("../../kit/toast.tsx", () => ({
  showToast: (notice: (typeof toasts.shown)[number]) => toasts.shown.push(notice),
  dismissToast: () => {},
}));

const draftId = "0190a0a0-0000-7000-8000-000000000001";
const block = "0190a0a0-0000-7000-8000-000000000002.patch-0";
let stored: Map<string, string>;
let sent: object[];
let refusal: ProblemCode | null;

beforeEach(() => {
  stored = new Map();
  sent = [];
  toasts.shown = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("fetch", (_path: string, { method, body }: { method: string; body?: string }) => {
    if (method !== "PUT") return Promise.resolve(Response.json({ changes: [] }));
    if (refusal !== null) return Promise.resolve(Response.json(problemOf(refusal), { status: problemOf(refusal).status }));
    sent.push(JSON.parse(body!) as object);
    return Promise.resolve(Response.json({}));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a refused decision stays on the device with its reason, is said, and is sent when asked", async () => {
  refusal = "too-large";
  const notes = new DraftNotes(draftId);
  notes.decide(block, 0, "rejected", { rejectReason: "The act says tenant." });
  await notes.settled();
  expect(toasts.shown.at(-1)!.text).toBe(
    `A decision on a change was not saved: ${problemOf("too-large").title} Kept on this device.`,
  );
  expect([...stored.values()].join("")).toContain("The act says tenant.");
  expect(notes.read(block)).toContain("rejected");

  refusal = null;
  toasts.shown.at(-1)!.action!.run();
  await notes.settled();
  expect(sent).toEqual([expect.objectContaining({ state: "rejected", rejectReason: "The act says tenant." })]);
  expect(sent[0]).not.toHaveProperty("refusals");
  expect(stored.size).toBe(0);
});

test("the next visit sends it again; refused once more, it can be discarded", async () => {
  refusal = "not-allowed";
  const first = new DraftNotes(draftId);
  first.decide(block, 0, "applied");
  await first.settled();
  expect(toasts.shown.at(-1)!.action!.label).toBe("Try again");

  const later = new DraftNotes(draftId);
  await later.load();
  await later.settled();
  expect(toasts.shown.at(-1)!.action!.label).toBe("Discard");
  toasts.shown.at(-1)!.action!.run();
  expect(stored.size).toBe(0);
});

test("a decision made again replaces the refused one", async () => {
  refusal = "too-large";
  const notes = new DraftNotes(draftId);
  notes.decide(block, 0, "applied");
  await notes.settled();
  refusal = null;
  notes.decide(block, 0, "rejected");
  await notes.settled();
  expect(sent).toEqual([expect.objectContaining({ state: "rejected" })]);
  expect(stored.size).toBe(0);
});
