import { beforeEach, expect, test } from "vitest";
import { deviceOwner, keepDeviceFor } from "./device-owner.ts";

let stored: Record<string, string>;
beforeEach(() => {
  // In-memory storage that enumerates its keys as a browser's does.
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  };
  for (const method of Object.keys(methods)) Object.defineProperty(methods, method, { enumerable: false });
  stored = methods as unknown as Record<string, string>;
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: stored });
});

const names = () => Object.keys(stored).toSorted();

test("what was kept before anyone signed in is the first one's", () => {
  stored["stet.unsent.new"] = "typed in the demo";
  keepDeviceFor("anna");
  expect(stored["stet.unsent.new"]).toBe("typed in the demo");
  expect(deviceOwner()).toBe("anna");
});

test("another person finds nothing of it, and the first one coming back finds all of it", () => {
  keepDeviceFor("anna");
  stored["stet.unsent.new"] = "Anna's";
  stored["stet.words."] = "Anna's words";
  stored["of another program"] = "untouched";
  keepDeviceFor("bo");
  expect(names()).toEqual(["aside.anna.stet.unsent.new", "aside.anna.stet.words.", "of another program", "stet.owner"]);
  stored["stet.unsent.new"] = "Bo's";
  keepDeviceFor("anna");
  expect(stored["stet.unsent.new"]).toBe("Anna's");
  expect(names()).toEqual(["aside.bo.stet.unsent.new", "of another program", "stet.owner", "stet.unsent.new", "stet.words."]);
  keepDeviceFor("anna");
  expect(stored["stet.unsent.new"]).toBe("Anna's");
});

test("a device that may keep nothing is left in peace", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new Error("forbidden");
    },
  });
  keepDeviceFor("anna");
  expect(deviceOwner()).toBe("");
});
