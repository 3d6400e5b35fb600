import { expect, test } from "vitest";
import { dayIn, whereaboutsIn } from "./whereabouts.ts";

const said = (headers: Record<string, string>) => whereaboutsIn(new Headers(headers));

test.each([
  [
    { "x-time-zone": "Europe/Stockholm", "accept-language": "en-GB,en;q=0.9" },
    { timeZone: "Europe/Stockholm", locale: "en-GB" },
  ],
  [
    { "x-time-zone": "Mars/Olympus", "accept-language": "sv" },
    { timeZone: null, locale: null },
  ],
  [
    { "x-time-zone": "x".repeat(5_000), "accept-language": "de-CH" },
    { timeZone: null, locale: "de-CH" },
  ],
  [{}, { timeZone: null, locale: null }],
])("what %j says", (headers, where) => {
  expect(said(headers)).toEqual(where);
});

test("a day begins where the person is", () => {
  const now = new Date("2026-11-22T23:30:00Z");
  expect([dayIn(null, now), dayIn("Europe/Stockholm", now), dayIn("America/New_York", now)]).toEqual([
    "2026-11-22",
    "2026-11-23",
    "2026-11-22",
  ]);
});
