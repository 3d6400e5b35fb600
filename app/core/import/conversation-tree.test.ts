/* Message trees become chat rows: nothing is lost, and the visible messages form a single path. */
import { describe, expect, test } from "vitest";
import { conversationOf, TooLarge, type PlacedMessage } from "./conversation-tree.ts";
import type { ForeignNode } from "./foreign-chat.ts";

type Given = [id: string, parent: string | null, role: ForeignNode["role"], text?: string];

function nodesOf(given: readonly Given[]): ForeignNode[] {
  return given.map(([id, parent, role, text = id]) => ({
    id,
    parent,
    role,
    parts: role === "hidden" ? [] : [{ type: "text", text }],
    files: [],
    createdAt: null,
  }));
}

const textOf = ({ parts }: PlacedMessage) => parts.map((part) => (part.type === "text" ? part.text : "")).join(" + ");
const treeOf = (given: readonly Given[], current: string | null = null) => conversationOf({ nodes: nodesOf(given), current });
const rowsOf = (given: readonly Given[], current: string | null = null) =>
  treeOf(given, current).messages.map((message) => [
    textOf(message),
    message.parent === null ? null : textOf(treeOf(given, current).messages[message.parent]!),
    message.branch,
  ]);

/** Invariants of every imported chat. */
function expectWhole(messages: readonly PlacedMessage[]): void {
  const shown = messages.flatMap((message, at) => (message.branch === 0 ? [{ at, message }] : []));
  for (const [index, { message }] of shown.entries()) expect(message.parent).toBe(index === 0 ? null : shown[index - 1]!.at);
  for (const [at, { parent, branch }] of messages.entries()) {
    if (parent !== null) expect(parent).toBeLessThan(at);
    // A branch is a single path that starts on another one.
    const before = messages.slice(0, at).findLastIndex((other) => other.branch === branch);
    if (before >= 0 && branch !== 0) expect(parent).toBe(before);
    // Versions share a role.
    expect(new Set(messages.filter((other) => other.parent === parent).map(({ role }) => role)).size).toBe(1);
    // Every hidden message has a visible one in its position.
    const isFirst = before < 0;
    if (branch !== 0 && isFirst) expect(messages.filter((other) => other.parent === parent).length).toBeGreaterThan(1);
  }
}

test("an edited question and two answers become versions, and the current one is shown", () => {
  const given: Given[] = [
    ["root", null, "hidden"],
    ["q1", "root", "user"],
    ["a1", "q1", "assistant"],
    ["q2", "root", "user"],
    ["a2", "q2", "assistant"],
    ["a3", "q2", "assistant"],
  ];
  expect(rowsOf(given, "a2")).toEqual([
    ["q1", null, 1],
    ["a1", "q1", 1],
    ["q2", null, 0],
    ["a2", "q2", 0],
    ["a3", "q2", 2],
  ]);
  expect(rowsOf(given, "a1").map(([text, , branch]) => [text, branch])).toEqual([
    ["q1", 0],
    ["a1", 0],
    ["q2", 1],
    ["a2", 2],
    ["a3", 1],
  ]);
});

test("an answer in several messages is one, with hidden steps between them", () => {
  const given: Given[] = [
    ["q", null, "user"],
    ["a", "q", "assistant"],
    ["tool", "a", "hidden"],
    ["b", "tool", "assistant"],
    ["q2", "b", "user"],
  ];
  expect(rowsOf(given)).toEqual([
    ["q", null, 0],
    ["a + b", "q", 0],
    ["q2", "a + b", 0],
  ]);
});

test("a way on from the middle of an answer is a version of the answer", () => {
  const given: Given[] = [
    ["q", null, "user"],
    ["a", "q", "assistant"],
    ["q2", "a", "user"],
    ["b", "a", "assistant"],
  ];
  expect(rowsOf(given, "q2")).toEqual([
    ["q", null, 0],
    ["a", "q", 0],
    ["a + b", "q", 1],
    ["q2", "a", 0],
  ]);
});

test("a question that was not answered and an answer after the same question", () => {
  const { messages } = treeOf([
    ["q", null, "user"],
    ["q2", "q", "user"],
    ["a", "q", "assistant"],
  ]);
  expect(messages.map(textOf)).toEqual(["q", "(Not answered.)", "q2", "a"]);
  expectWhole(messages);
});

test("cycles are cut, and what is in them is kept", () => {
  const { messages, repaired } = treeOf([
    ["a", "c", "user"],
    ["b", "a", "assistant"],
    ["c", "b", "user"],
    ["self", "self", "user"],
    ["lost", "no such node", "user"],
  ]);
  expect(repaired).toBe(2);
  expect(messages.map(textOf).sort()).toEqual(["(Not answered.)", "a", "b", "c", "lost", "self"]);
  expectWhole(messages);
});

test("of nodes with one id the first counts", () => {
  const { messages, repeated } = treeOf([
    ["q", null, "user", "first"],
    ["q", null, "user", "second"],
  ]);
  expect([messages.map(textOf), repeated]).toEqual([["first"], 1]);
});

test("a chat of ten thousand messages in one line, and one of ten thousand hidden ones", () => {
  const chain = (role: (at: number) => ForeignNode["role"]) =>
    Array.from({ length: 10_000 }, (_, at): Given => [`${at}`, at === 0 ? null : `${at - 1}`, role(at)]);
  expect(treeOf(chain((at) => (at % 2 === 0 ? "user" : "assistant"))).messages).toHaveLength(10_000);
  expect(treeOf(chain((at) => (at === 9_999 ? "user" : "hidden"))).messages).toHaveLength(1);
});

test("a tree that would grow without end when it is arranged is refused", () => {
  const given = Array.from({ length: 3_000 }, (_, at): Given[] => [
    [`a${at}`, at === 0 ? null : `a${at - 1}`, "assistant", "x".repeat(20)],
    [`q${at}`, `a${at}`, "user"],
  ]).flat();
  expect(() => treeOf(given)).toThrow(TooLarge);
});

describe("any tree at all", () => {
  /** A small seeded generator, so that failures can be reproduced. */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  test.each(Array.from({ length: 300 }, (_, seed) => seed))("%i", (seed) => {
    const next = numbers(seed + 1);
    const size = 1 + next(25);
    const roles = ["user", "assistant", "assistant", "hidden"] as const;
    const given = Array.from({ length: size }, (_, at): Given => {
      const parent = next(8) === 0 ? null : `n${next(next(10) === 0 ? size : Math.max(1, at))}`;
      return [`n${at}`, parent, roles[next(roles.length)]!, `(${at})`];
    });
    const { messages } = treeOf(given, `n${next(size)}`);
    expectWhole(messages);
    const all = messages.map(textOf).join(" ");
    for (const [, , role, text] of given) expect(role === "hidden" || all.includes(text!)).toBe(true);
  });
});
