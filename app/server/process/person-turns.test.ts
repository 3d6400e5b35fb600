import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PersonTurns, type Turn } from "./person-turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Those who have started, in order, each with a function that ends the turn. */
function reading(places: number) {
  const turns = new PersonTurns(places);
  const begun: { person: string; turn: Turn }[] = [];
  const ask = (person: string) => void turns.take(person).then((turn) => turn && begun.push({ person, turn }));
  const end = async (person: string, wasGivenUp = false) => {
    const at = begun.findIndex((one) => one.person === person);
    begun.splice(at, 1)[0]!.turn.end(wasGivenUp);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { turns, ask, end, people: async () => (await vi.advanceTimersByTimeAsync(0), begun.map(({ person }) => person)) };
}

test("many files of one person leave a place for another", async () => {
  const { ask, people } = reading(2);
  for (let i = 0; i < 6; i++) ask("A");
  expect(await people()).toEqual(["A"]);
  ask("B");
  expect(await people()).toEqual(["A", "B"]);
});

test("people are served in turn, a person's own files in their order", async () => {
  const { ask, end, people } = reading(1);
  for (const person of ["A", "A", "A", "B", "C", "B"]) ask(person);
  const order = [];
  for (let i = 0; i < 6; i++) {
    const [person] = await people();
    order.push(person);
    await end(person!);
  }
  expect(order).toEqual(["A", "B", "C", "A", "B", "A"]);
});

test("whose file was given up waits twice as long each time, and is refused at last", async () => {
  const { turns, ask, end, people } = reading(1);
  ask("A");
  for (const seconds of [5, 10, 20, 40]) {
    expect(await people()).toEqual(["A"]);
    await end("A", true);
    expect(turns.refusal("A")).toBeNull();
    ask("A");
    ask("B");
    expect(await people()).toEqual(["B"]);
    await end("B");
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 100);
    expect(await people()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
  }
  await end("A", true);
  expect(turns.refusal("A")).toBe("pausing");
  await vi.advanceTimersByTimeAsync(80_000);
  ask("A");
  await people();
  await end("A");
  expect(turns.refusal("A")).toBeNull();
});

test("files that wait without number are refused", () => {
  const { turns, ask } = reading(1);
  for (let i = 0; i <= 50; i++) ask("A");
  expect(turns.refusal("A")).toBe("many-waiting");
  expect(turns.refusal("B")).toBeNull();
});
