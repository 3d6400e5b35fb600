import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { ChatChoices } from "#core/chat/chat.ts";
import { chatBegunBefore, isUnacknowledged, startBeside, Unsent, type Stored } from "./unsent.ts";

const choices: ChatChoices = {
  model: "built-in",
  sources: ["EU"],
  knowledgeSources: [],
  forceWebSearch: true,
  searchProjectFiles: false,
  draftMode: false,
  writingType: null,
};

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  // In-memory storage: Node has none.
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

test("text comes back to the next visit", () => {
  new Unsent("c").save("half a thou", choices);
  expect(new Unsent("c").stored).toEqual({ text: "half a thou", other: null, choices, sentAs: null, over: "" });
  expect(new Unsent("another").stored.text).toBe("");
});

test("what was typed before the page came to life is not lost to what was kept", () => {
  new Unsent("c").save("kept", null);
  const unsent = new Unsent("c");
  expect(unsent.begin("")).toEqual({ text: "kept", other: null });
  expect(unsent.begin("typed early")).toEqual({ text: "typed early", other: "kept" });
});

test("two tabs that type different things both keep theirs", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  a.save("from a", null);
  expect(b.save("other from b", null)).toMatchObject({ text: "other from b", other: "from a" });
  expect(new Unsent("c").stored).toMatchObject({ text: "other from b", other: "from a" });
  expect(a.follow("from a")).toEqual({ text: "other from b", other: "from a" });
});

test("three tabs that type different things keep all three", () => {
  const [a, b, c] = [new Unsent("c"), new Unsent("c"), new Unsent("c")];
  a.save("from a", null);
  b.save("other from b", null);
  expect(c.save("third", null)).toMatchObject({
    text: "third",
    other: expect.stringMatching(/from a[^]*other from b|b[^]*from a/),
  });
  for (const words of ["from a", "other from b"]) expect(a.follow("from a").other).toContain(words);
});

test("a tab that types on is not offered its own words", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  for (const words of ["one", "one two", "one two three"]) {
    a.save(`a ${words}`, null);
    b.save(`b ${words}`, null);
  }
  expect(new Unsent("c").stored).toMatchObject({ text: "b one two three", other: "a one two three" });
});

test("what another tab typed is kept beside what is typed next, not only shown", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  a.save("from a", null);
  expect(b.follow("other from b")).toEqual({ text: "other from b", other: "from a" });
  expect(b.save("other from b, and more", null)).toMatchObject({ text: "other from b, and more", other: "from a" });
});

/** Two processes: each sees what it has written itself, and the other's a moment later. */
function twoProcesses() {
  const [one, two] = [new Map<string, string>(), new Map<string, string>()];
  const inside = <T>(mine: Map<string, string>, act: () => T): T => {
    const before = new Map(stored);
    stored.clear();
    for (const [key, value] of mine) stored.set(key, value);
    const result = act();
    mine.clear();
    for (const [key, value] of stored) mine.set(key, value);
    stored.clear();
    for (const [key, value] of before) stored.set(key, value);
    return result;
  };
  const written = (mine: Map<string, string>) => JSON.parse(mine.get("stet.unsent.c")!) as Stored;
  return { one, two, inside, written };
}

test("two processes that save in the same moment lose neither text", () => {
  const { one, two, inside, written } = twoProcesses();
  const a = inside(one, () => new Unsent("c"));
  const b = inside(two, () => new Unsent("c"));
  inside(one, () => a.save("from a", null));
  inside(two, () => b.save("other from b", null));
  // The storage keeps the later one; then each is notified of the other.
  const [fromA, fromB] = [written(one), written(two)];
  one.set("stet.unsent.c", two.get("stet.unsent.c")!);
  expect(inside(one, () => a.follow("from a", fromB))).toEqual({ text: "from a", other: "other from b" });
  expect(inside(two, () => b.follow("other from b", fromA))).toEqual({ text: "other from b", other: "from a" });
  for (const mine of [one, two]) expect(Object.values(written(mine))).toEqual(expect.arrayContaining(["from a", "other from b"]));
  // Both hold both now, so the exchange is over.
  const last = written(two);
  one.set("stet.unsent.c", two.get("stet.unsent.c")!);
  expect(inside(one, () => a.follow("from a", last))).toEqual({ text: "other from b", other: "from a" });
  expect(written(one)).toEqual(last);
});

test("whatever tabs type and in whichever order they hear of each other, no word is lost and they come to rest", () => {
  const step = fc.record({ tab: fc.nat(2), act: fc.constantFrom("type", "type", "hear") });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      stored.clear();
      const tabs = [0, 1, 2].map(() => ({ unsent: new Unsent("c"), field: "", news: [] as Stored[] }));
      const typed: string[] = [];
      const shared = () => stored.get("stet.unsent.c");
      const tell = (from: number, before: string | undefined) => {
        const now = shared();
        if (now === undefined || now === before) return;
        for (const [at, { news }] of tabs.entries()) if (at !== from) news.push(JSON.parse(now) as Stored);
      };
      const hear = (at: number) => {
        const tab = tabs[at]!;
        const news = tab.news.shift();
        if (news === undefined) return;
        const before = shared();
        tab.field = tab.unsent.follow(tab.field, news).text;
        tell(at, before);
      };
      for (const { tab: at, act } of steps) {
        if (act === "hear") {
          hear(at);
          continue;
        }
        const tab = tabs[at]!;
        const word = `word${typed.length}tab${at}.`;
        typed.push(word);
        const before = shared();
        tab.field = tab.unsent.save(`${tab.field}${word}`, null).text;
        tell(at, before);
      }
      for (let turns = 0; turns < 400 && tabs.some(({ news }) => news.length > 0); turns++) for (const at of tabs.keys()) hear(at);
      expect(tabs.map(({ news }) => news.length)).toEqual([0, 0, 0]);
      const kept = new Unsent("c").stored;
      for (const word of typed) expect(`${kept.text} ${kept.other ?? ""}`).toContain(word);
    }),
    { numRuns: 300 },
  );
});

test("two tabs that send in the same moment: what is not acknowledged is kept, and what is, is not offered", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  const asked = (text: string) => ({ text, files: [], chatId: "c", version: 1 });
  a.sending(asked("from a"), null);
  b.sending(asked("other from b"), null);
  a.follow(a.withSent(""));
  b.follow(b.withSent(""));
  a.acknowledge("from a");
  expect(b.follow(b.withSent(""))).toMatchObject({ text: "other from b", other: null });
  expect(new Unsent("c").stored.text).toBe("other from b");
});

test("a tab whose question was taken does not delete what another tab was sending in the same moment", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  const asked = (text: string) => ({ text, files: [], chatId: "c", version: 1 });
  a.sending(asked("from a"), null);
  b.sending(asked("other from b"), null);
  // Its field stays empty: what it sends is on its way.
  a.follow(a.withSent(""), undefined, false);
  a.acknowledge("from a");
  expect(a.save("", choices)).toMatchObject({ text: "other from b" });
  b.follow(b.withSent(""), undefined, false);
  // Refused, because the chat has changed.
  b.giveBack();
  expect(b.save("other from b", null)).toMatchObject({ text: "other from b", other: null });
  expect(new Unsent("c").stored.text).toBe("other from b");
});

test("a refused question is back in its field though another tab has emptied the stored text", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  b.sending({ text: "other from b", files: [], chatId: "c", version: 1 }, null);
  a.follow("");
  a.save("", choices);
  b.follow(b.withSent(""), undefined, false);
  b.giveBack();
  expect(b.save("other from b", null)).toMatchObject({ text: "other from b", other: null });
});

test("what another tab has sent is dismissed, but not written over the news that it was taken", () => {
  const a = new Unsent("c");
  a.save("mine", null);
  stored.set("stet.unsent.c", JSON.stringify({ text: "mine", other: "sent", choices: null, sentAs: null }));
  a.dismissSent("something else");
  expect(new Unsent("c").stored.other).toBe("sent");
  a.dismissSent("sent");
  expect(new Unsent("c").stored).toMatchObject({ text: "mine", other: null });
  // As this tab still sees the storage.
  stored.set("stet.unsent.c", JSON.stringify({ text: "sent", other: "sent", choices: null, sentAs: null }));
  const before = stored.get("stet.unsent.c");
  a.dismissSent("sent");
  expect(stored.get("stet.unsent.c")).toBe(before);
});

test("a chat beside a draft has a place of its own before it exists", () => {
  const beside = new Unsent(startBeside("d"));
  new Unsent("new").save("For the start view", null);
  beside.sending({ text: "About the draft", files: [], chatId: "made", version: 0 }, null);
  expect([new Unsent("new").stored.text, new Unsent(startBeside("d")).stored.text]).toEqual([
    "For the start view",
    "About the draft",
  ]);
  expect([isUnacknowledged("made", startBeside("d")), chatBegunBefore()]).toEqual([true, null]);
  beside.acknowledge("About the draft");
  expect(isUnacknowledged("made", startBeside("d"))).toBe(false);
});

test("an idle tab follows the one that types", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  a.save("Dear", null);
  expect(b.follow("")).toEqual({ text: "Dear", other: null });
  a.save("Dear Sir", null);
  expect(b.follow("Dear")).toEqual({ text: "Dear Sir", other: null });
});

test("an acknowledgement forgets what was sent and keeps what was typed since", () => {
  const unsent = new Unsent("c");
  unsent.save("Hello", null);
  unsent.acknowledge("Hello");
  expect(stored.size).toBe(0);
  unsent.save("Hello again", null);
  unsent.acknowledge("Hello");
  expect(new Unsent("c").stored.text).toBe("again");
});

test("what is typed while a question is on its way is kept behind it, and alone once it has arrived", () => {
  const unsent = new Unsent("c");
  unsent.sending({ text: "Sent \n", files: [], chatId: "c", version: 0 }, null);
  unsent.save(unsent.withSent(""), null);
  expect(new Unsent("c").stored.text).toBe("Sent \n");
  unsent.save(unsent.withSent("typed since"), null);
  expect(new Unsent("c").stored).toMatchObject({ text: "Sent \n\n\ntyped since", sentAs: { text: "Sent \n" } });
  unsent.acknowledge("Sent \n");
  expect(new Unsent("c").stored).toMatchObject({ text: "typed since", sentAs: null });
});

test("what was typed since a question made a chat belongs to that chat alone", () => {
  const start = new Unsent("new");
  start.sending({ text: "Sent", files: [], chatId: "c", version: 0 }, null);
  start.save(start.withSent("typed since"), null);
  start.moveTo(new Unsent("c"), "typed since", null);
  start.acknowledge("Sent");
  expect([new Unsent("c").stored.text, new Unsent("new").stored.text]).toEqual(["typed since", ""]);
  // Acknowledged first, as when a reload finds that the chat exists.
  start.save("typed since", null);
  start.moveTo(new Unsent("d"), "typed since", null);
  expect([new Unsent("d").stored.text, new Unsent("new").stored.text]).toEqual(["typed since", ""]);
  // Another tab's text.
  new Unsent("new").save("Something else", null);
  start.moveTo(new Unsent("e"), "typed since", null);
  expect(new Unsent("new").stored.text).toBe("Something else");
});

test("the same question to the same state of a chat has the same ids, in the next visit too, until it is acknowledged", () => {
  const question = { text: "Is it sent?", files: ["lease.pdf"], chatId: "c", version: 3 };
  const first = new Unsent("c").sending(question, null);
  const next = new Unsent("c");
  expect(next.stored).toMatchObject({ text: "Is it sent?", sentAs: first });
  next.save("Is it sent?", null);
  expect(next.sending(question, null)).toEqual(first);
  for (const other of [
    { ...question, text: "Is it sent now?" },
    { ...question, files: [] },
    { ...question, version: 4 },
    { ...question, chatId: "d" },
  ]) {
    const ids = next.sending(other, null);
    expect([ids.messageId === first.messageId, ids.replyId === first.replyId]).toEqual([false, false]);
    next.sending(question, null);
  }
  next.acknowledge("Is it sent?");
  expect(stored.size).toBe(0);
  expect(next.sending(question, null).messageId).not.toBe(first.messageId);
});

test("what was deleted from the field is not going to be sent again", () => {
  const unsent = new Unsent("new");
  unsent.sending({ text: "Never mind", files: [], chatId: "c", version: 0 }, null);
  expect(chatBegunBefore()).toBe("c");
  unsent.save("", null);
  expect([chatBegunBefore(), unsent.sentAs]).toEqual([null, null]);
});

test("rubbish in storage is no text", () => {
  stored.set("stet.unsent.c", "{not json");
  expect(new Unsent("c").stored.text).toBe("");
  stored.set("stet.unsent.c", JSON.stringify({ text: 7, choices: { model: 1 }, sentAs: { text: "x", files: "y" } }));
  expect(new Unsent("c").stored).toEqual({ text: "", other: null, choices: null, sentAs: null });
});

test("a full storage is reported", () => {
  const unsent = new Unsent("c");
  localStorage.setItem = () => {
    throw new Error("full");
  };
  expect(unsent.save("x", null).kept).toBe(false);
});
