import { beforeEach, expect, test } from "vitest";
import type { ChatChoices } from "#core/chat/chat.ts";
import { chatBegunBefore, isUnacknowledged, startBeside, Unsent } from "./unsent.ts";

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
  expect(new Unsent("c").stored).toEqual({ text: "half a thou", other: null, choices, sentAs: null });
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
  unsent.saveBehind("", null);
  expect(new Unsent("c").stored.text).toBe("Sent \n");
  unsent.saveBehind("typed since", null);
  expect(new Unsent("c").stored).toMatchObject({ text: "Sent \n\n\ntyped since", sentAs: { text: "Sent \n" } });
  unsent.acknowledge("Sent \n");
  expect(new Unsent("c").stored).toMatchObject({ text: "typed since", sentAs: null });
});

test("what was typed since a question made a chat belongs to that chat alone", () => {
  const start = new Unsent("new");
  start.sending({ text: "Sent", files: [], chatId: "c", version: 0 }, null);
  start.saveBehind("typed since", null);
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
