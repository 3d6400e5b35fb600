import { expect, test } from "vitest";
import { dayAndTime, isTimeZone } from "./day-and-time.ts";

test.each([
  ["2026-11-20T14:02:59Z", "UTC", "20 Nov 2026, 14:02"],
  ["2026-09-01T00:00:00Z", "UTC", "1 Sep 2026, 00:00"],
  ["2026-12-31T23:30:00Z", "Europe/Stockholm", "1 Jan 2027, 00:30"],
])("%s in %s", (moment, timeZone, words) => {
  expect(dayAndTime(moment, timeZone)).toBe(words);
});

test("a time zone that no one knows", () => {
  expect([isTimeZone("Europe/Stockholm"), isTimeZone("Nowhere/Else")]).toEqual([true, false]);
});
