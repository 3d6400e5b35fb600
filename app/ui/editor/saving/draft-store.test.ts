/* Which of a draft's text is on the device, and when: acknowledged, refused, or
   with a server that does not respond. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fragment, type Node } from "prosemirror-model";
import { documentSchema, jsonOf } from "#core/document/document-schema.ts";
import type { DraftAsText } from "#core/document/draft.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { runsIn, setRuns } from "../authorship/authored-documents.ts";
import { copiesLeftBehind, DeviceCopy, type DeviceStorage } from "./device-copy.ts";
import { DraftStore } from "./draft-store.ts";

/** In-memory storage, since Node has none. It clones values, as a browser's does. */
class MemoryStorage implements DeviceStorage {
  readonly entries = new Map<string, unknown>();
  written = 0;
  isFull = false;
  getMany = (names: string[]) => Promise.resolve(names.map((name) => this.entries.get(name)));
  keys = () => Promise.resolve([...this.entries.keys()]);
  setMany = (entries: [string, unknown][]) => {
    if (this.isFull) return Promise.reject(new DOMException("", "QuotaExceededError"));
    for (const [name, value] of structuredClone(entries)) {
      this.entries.set(name, value);
      this.written += JSON.stringify(value).length;
    }
    return Promise.resolve();
  };
  delMany = (names: string[]) => {
    for (const name of names) this.entries.delete(name);
    return Promise.resolve();
  };
}

let storage: MemoryStorage;
/** Null: it does not respond. */
let server: ((init: RequestInit) => Promise<Response>) | null;
beforeEach(() => {
  storage = new MemoryStorage();
  server = null;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => server?.(init) ?? Promise.reject(new TypeError("no connection")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const acknowledge = (version: number) => Promise.resolve(Response.json({ version }));
const textOf = (document: Node) => document.textBetween(0, document.content.size, "\n");

/** A window with the draft open. */
class OpenWindow {
  document: Node;
  readonly store: DraftStore;

  constructor(document: Node, version = 1) {
    this.document = document;
    this.store = new DraftStore(
      { id: "d", version, document: JSON.stringify(jsonOf(document)), authorship: null } as DraftAsText,
      storage,
    );
    this.document = this.store.saved;
  }

  async open(): Promise<this> {
    await this.store.open({ read: () => this.document, replace: (document) => void (this.document = document) });
    return this;
  }

  /** At the end of the last paragraph. */
  type(words: string): void {
    const last = this.document.lastChild!;
    const longer = last.copy(last.content.append(Fragment.from(documentSchema.text(words))));
    this.document = setRuns(
      this.document.copy(this.document.content.replaceChild(this.document.childCount - 1, longer)),
      runsIn(this.document),
    );
    this.store.typed();
  }
}

/** What the next window would find if this one had crashed. */
async function left(): Promise<string[]> {
  return (await copiesLeftBehind("d", storage)).map(({ document }) => textOf(document));
}

test("a key is on the device within 300 ms, before any request, and while typing continues", async () => {
  const page = await new OpenWindow(markdownToDocument("One.\n\nTwo.")).open();
  vi.stubGlobal("navigator", { locks: undefined });
  for (const words of [" Three", " four", " five"]) {
    page.type(words);
    await vi.advanceTimersByTimeAsync(300);
    expect(await left()).toEqual([textOf(page.document)]);
  }
});

test("what a server without an answer did not take is found by the next window, which has it saved and forgets it", async () => {
  const base = markdownToDocument("One.\n\nTwo.");
  const page = await new OpenWindow(base).open();
  page.type(" Written while it was away.");
  await vi.advanceTimersByTimeAsync(2000);
  expect(page.store.read().save).toBe("offline");
  page.type(" And on.");
  await vi.advanceTimersByTimeAsync(300);
  vi.stubGlobal("navigator", { locks: { query: () => Promise.resolve({ held: [] }), request: () => new Promise(() => {}) } });
  server = () => acknowledge(2);
  const next = await new OpenWindow(base).open();
  expect(textOf(next.document)).toBe("One.\nTwo. Written while it was away. And on.");
  await vi.advanceTimersByTimeAsync(40_000);
  expect(next.store.read().save).toBe("saved");
  expect([...storage.entries.keys()]).toEqual([]);
});

test("two windows keep their own; neither takes the other's", async () => {
  const base = markdownToDocument("One.\n\nTwo.");
  const [page, other] = [await new OpenWindow(base).open(), await new OpenWindow(base).open()];
  page.type(" alpha");
  other.type(" beta");
  await vi.advanceTimersByTimeAsync(300);
  expect([...storage.entries.keys()].filter((name) => name.startsWith("stet.draft."))).toHaveLength(2);
  expect(textOf((await new OpenWindow(base).open()).document)).toBe("One.\nTwo.");
});

test("what the server has is forgotten; a key during the answer is kept", async () => {
  const page = await new OpenWindow(markdownToDocument("One.")).open();
  const answer = Promise.withResolvers<Response>();
  server = () => answer.promise;
  page.type(" Two.");
  await vi.advanceTimersByTimeAsync(1300);
  expect(page.store.read().save).toBe("saving");
  vi.stubGlobal("navigator", { locks: undefined });
  expect(await left()).toEqual(["One. Two."]);
  answer.resolve(Response.json({ version: 2 }));
  server = () => acknowledge(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(page.store.read().save).toBe("saved");
  expect(await left()).toEqual([]);
  server = null;
  page.type(" Three.");
  await vi.advanceTimersByTimeAsync(300);
  expect(await left()).toEqual(["One. Two. Three."]);
});

test("text is saved after the decisions that made it", async () => {
  const one = await new OpenWindow(markdownToDocument("First.")).open();
  const { promise, resolve } = Promise.withResolvers<void>();
  one.store.saveAfter(() => promise);
  let saves = 0;
  server = () => acknowledge((saves += 1) + 1);
  one.type(" Second.");
  const saved = one.store.flush();
  await vi.advanceTimersByTimeAsync(5000);
  expect(saves).toBe(0);
  resolve();
  await saved;
  expect(saves).toBe(1);
});

test("a save whose answer was lost is not merged with itself, not in the window and not in the next one", async () => {
  const base = markdownToDocument("One.");
  const page = await new OpenWindow(base).open();
  let stored = base;
  server = ({ method }) => {
    if (method !== "PATCH") return Promise.resolve(Response.json({ version: 2, document: jsonOf(stored), authorship: null }));
    stored = page.document;
    return Promise.reject(new TypeError("the answer is lost"));
  };
  page.type(" Two, half a wo");
  await vi.advanceTimersByTimeAsync(1300);
  page.type("rd and more.");
  await vi.advanceTimersByTimeAsync(300);
  vi.stubGlobal("navigator", { locks: undefined });
  expect(textOf((await new OpenWindow(stored, 2).open()).document)).toBe("One. Two, half a word and more.");
  await page.store.pull(2);
  expect(textOf(page.document)).toBe("One. Two, half a word and more.");
});

test("what a closed window sent late is not merged as somebody else's, and what was typed since is typed", async () => {
  const base = markdownToDocument("One.");
  const closed = await new OpenWindow(base).open();
  closed.type(" Two.");
  await vi.advanceTimersByTimeAsync(300);
  const sentLate = closed.document;
  vi.stubGlobal("navigator", { locks: undefined });
  const next = await new OpenWindow(base).open();
  expect(textOf(next.document)).toBe("One. Two.");
  next.type(" Three.");
  const kinds: string[] = [];
  server = ({ method, body }) => {
    if (method !== "PATCH") return Promise.resolve(Response.json({ version: 2, document: jsonOf(sentLate), authorship: null }));
    const asked = JSON.parse(String(body)) as { version: number; kind: string };
    if (asked.version === 1)
      return Promise.resolve(
        Response.json({ type: "about:blank", title: "Changed", status: 409, code: "draft-changed" }, { status: 409 }),
      );
    kinds.push(asked.kind);
    return acknowledge(3);
  };
  await next.store.flush();
  expect(kinds).toEqual(["typed"]);
  expect(textOf(next.document)).toBe("One. Two. Three.");
});

test("a window that died between two entries is not taken for another person by the next one", async () => {
  const [before, undone] = ["A public library.", "A library."].map(markdownToDocument) as [Node, Node];
  const dead = await new OpenWindow(before, 2).open();
  dead.document = undone;
  dead.store.done({ kind: "patch", summary: "A change was undone" }, before, undone);
  dead.document = before;
  dead.store.done({ kind: "patch", summary: "One term" }, undone, before);
  // The first of the two arrives; its window does not live to hear of it.
  server = () => new Promise(() => {});
  await vi.advanceTimersByTimeAsync(2000);
  vi.stubGlobal("navigator", { locks: undefined });
  const next = await new OpenWindow(before, 2).open();
  const sent: string[] = [];
  server = ({ method, body }) => {
    if (method !== "PATCH") return Promise.resolve(Response.json({ version: 3, document: jsonOf(undone), authorship: null }));
    sent.push(String(body));
    return acknowledge(4);
  };
  await next.store.pull(3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(textOf(next.document)).toBe("A public library.");
  expect(sent).toEqual([expect.stringContaining("public")]);
});

test("what a window leaves that closes slowly is taken over once it has closed", async () => {
  const base = markdownToDocument("One.");
  const slow = await new OpenWindow(base).open();
  slow.type(" Two.");
  await vi.advanceTimersByTimeAsync(300);
  const next = await new OpenWindow(base).open();
  expect(textOf(next.document)).toBe("One.");
  next.type(" Three.");
  slow.store.close();
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  await vi.waitFor(() => expect(textOf(next.document)).toMatch(/Two/));
  expect(textOf(next.document)).toMatch(/Three/);
});

test("of a long draft a key writes what has changed, and a save does not have it written once more", async () => {
  const page = await new OpenWindow(
    markdownToDocument(Array.from({ length: 3000 }, (_, i) => `Paragraph ${i}.`).join("\n\n")),
  ).open();
  server = () => acknowledge(2);
  page.type(" a");
  await vi.advanceTimersByTimeAsync(3000);
  const whole = storage.written;
  expect(whole).toBeGreaterThan(100_000);
  for (let i = 0; i < 5; i++) {
    page.type(" b");
    await vi.advanceTimersByTimeAsync(3000);
  }
  expect(page.store.read().save).toBe("saved");
  expect(storage.written - whole).toBeLessThan(5 * 1000);
});

test("text from a version far from what is kept is found whole", async () => {
  const copy = new DeviceCopy("d", storage);
  const [old, base] = [200, 300].map((n) =>
    markdownToDocument(Array.from({ length: n }, (_, i) => `${n}: paragraph ${i}.`).join("\n\n")),
  );
  await copy.keep({ version: 1, base: old!, sent: null, document: old! });
  const document = base!.copy(base!.content.addToEnd(base!.firstChild!));
  await copy.keep({ version: 2, base: base!, sent: null, document });
  vi.stubGlobal("navigator", { locks: undefined });
  const [found] = await copiesLeftBehind("d", storage);
  expect([found!.base.eq(base!), found!.document.eq(document), found!.version]).toEqual([true, true, 2]);
});

test("copies of the earlier form are read, what cannot be read is left alone, and of drafts without one nothing stays", async () => {
  const [base, document] = [markdownToDocument("One."), markdownToDocument("One. Two.")];
  storage.entries.set("stet.draft.d.old", { version: 3, base: jsonOf(base), document: jsonOf(document) });
  storage.entries.set("stet.draft.d.torn", { version: 3, base: { changes: [], size: 0 }, document: { changes: [], size: 0 } });
  storage.entries.set("stet.draft-anchor.another.gone", ["{}"]);
  const found = await copiesLeftBehind("d", storage);
  expect(found.map((one) => textOf(one.document))).toEqual(["One. Two."]);
  await found[0]!.forget();
  expect([...storage.entries.keys()]).toEqual(["stet.draft.d.torn"]);
});

test("a full device costs the copy and nothing else", async () => {
  const page = await new OpenWindow(markdownToDocument("One.")).open();
  storage.isFull = true;
  server = () => acknowledge(2);
  page.type(" Two.");
  await vi.advanceTimersByTimeAsync(2000);
  expect([page.store.read().save, page.store.read().version]).toEqual(["saved", 2]);
});
