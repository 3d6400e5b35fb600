/* When a schedule is due next: where its maker is, also where the clocks change. */
import { assert, constantFrom, date, integer, oneof, property, record, subarray, constant } from "fast-check";
import { expect, test } from "vitest";
import { knownTimeZone, nextDue, scheduleWords, type Schedule } from "./trigger.ts";

test.each<[string, Schedule, string, string, string]>([
  ["later today", { every: "day", hour: 8 }, "Europe/Stockholm", "2026-03-02T05:00:00Z", "2026-03-02T07:00:00Z"],
  [
    "at the time itself, the next day",
    { every: "day", hour: 8 },
    "Europe/Stockholm",
    "2026-03-02T07:00:00Z",
    "2026-03-03T07:00:00Z",
  ],
  [
    "a day later where it is tomorrow already",
    { every: "day", hour: 8 },
    "Pacific/Auckland",
    "2026-03-01T20:00:00Z",
    "2026-03-02T19:00:00Z",
  ],
  ["an hour that is skipped", { every: "day", hour: 2 }, "Europe/Stockholm", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"],
  ["an hour that is there twice", { every: "day", hour: 2 }, "Europe/Stockholm", "2026-10-24T12:00:00Z", "2026-10-25T00:00:00Z"],
  [
    "once, though the hour is there twice",
    { every: "day", hour: 2 },
    "Europe/Stockholm",
    "2026-10-25T00:00:00Z",
    "2026-10-26T01:00:00Z",
  ],
  ["midnight that is skipped", { every: "day", hour: 0 }, "America/Santiago", "2026-09-05T12:00:00Z", "2026-09-06T04:00:00Z"],
  ["days of the week", { every: "week", days: [1, 5], hour: 9 }, "UTC", "2026-03-02T10:00:00Z", "2026-03-06T09:00:00Z"],
  ["Sunday", { every: "week", days: [7], hour: 9 }, "UTC", "2026-03-02T10:00:00Z", "2026-03-08T09:00:00Z"],
  [
    "the last day of a short month",
    { every: "month", day: 31, hour: 0 },
    "America/New_York",
    "2026-02-01T05:00:00Z",
    "2026-02-28T05:00:00Z",
  ],
  ["over the end of a year", { every: "month", day: 1, hour: 0 }, "UTC", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
])("%s", (_, schedule, zone, after, next) => {
  expect(nextDue(schedule, zone, new Date(after)).toISOString()).toBe(next.replace("Z", ".000Z"));
});

test("the next time is later, and what is asked a moment before it is the same", () => {
  const hour = integer({ min: 0, max: 23 });
  const schedule = oneof(
    record({ every: constant("day" as const), hour }),
    record({ every: constant("week" as const), days: subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), hour }),
    record({ every: constant("month" as const), day: integer({ min: 1, max: 31 }), hour }),
  );
  const zones = constantFrom("UTC", "Europe/Stockholm", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati", "Africa/Cairo");
  const times = date({ min: new Date("2025-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  assert(
    property(schedule, zones, times, (given, zone, after) => {
      const next = nextDue(given, zone, after);
      expect(next.getTime()).toBeGreaterThan(after.getTime());
      expect(nextDue(given, zone, new Date(next.getTime() - 1))).toEqual(next);
    }),
  );
});

test("a schedule is said in words, and a time zone has to be one", () => {
  expect(scheduleWords({ every: "week", days: [5, 1, 3], hour: 8 })).toBe("Every Monday, Wednesday and Friday at 08:00");
  expect(scheduleWords({ every: "month", day: 3, hour: 17 })).toBe("Every month on day 3 at 17:00");
  expect([knownTimeZone("Europe/Berlin"), knownTimeZone("Mars/Base")]).toEqual(["Europe/Berlin", null]);
});
