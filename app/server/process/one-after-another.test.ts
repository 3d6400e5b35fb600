/* One person's pieces of work never overlap; other people's run beside them. */
import { expect, test } from "vitest";
import { oneAfterAnother } from "./one-after-another.ts";

test("pieces of one key run in order, one at a time, and others beside them", async () => {
  const inTurn = oneAfterAnother();
  const log: string[] = [];
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const piece = (key: string, name: string, gate: Promise<void>) =>
    inTurn(key, async () => {
      log.push(`${name} begins`);
      await gate;
      log.push(`${name} ends`);
      return name;
    });
  const first = piece("mine", "first", gates[0]!.promise);
  const second = piece("mine", "second", gates[1]!.promise);
  const other = piece("yours", "other", gates[2]!.promise);
  gates[2]!.resolve();
  gates[1]!.resolve();
  expect(await other).toBe("other");
  expect(log).toEqual(["first begins", "other begins", "other ends"]);
  gates[0]!.resolve();
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
  expect(log.slice(3)).toEqual(["first ends", "second begins", "second ends"]);
});

test("a piece that fails is its caller's alone", async () => {
  const inTurn = oneAfterAnother();
  const failed = inTurn("mine", () => Promise.reject(new Error("broken")));
  const next = inTurn("mine", () => Promise.resolve("next"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("next");
});
