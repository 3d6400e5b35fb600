import { expect, test } from "vitest";
import { answeringModel, daysOf, usageBy, usageCsv, type UsageCount } from "./api-usage.ts";

const one: UsageCount = { day: "2026-11-20", keyId: "a", model: "o3", requests: 2, failures: 1, inputTokens: 10, outputTokens: 5 };

test("sums by whatever is asked, the largest first", () => {
  const counts = [one, { ...one, model: null, requests: 5 }, { ...one, day: "2026-11-19" }];
  expect(usageBy(counts, (count) => count.model)).toEqual([
    { key: null, sum: { requests: 5, failures: 1, inputTokens: 10, outputTokens: 5 } },
    { key: "o3", sum: { requests: 4, failures: 2, inputTokens: 20, outputTokens: 10 } },
  ]);
});

test("a name that was only ever refused is no model", () => {
  const refused = { ...one, model: "nope", failures: 2, inputTokens: 0, outputTokens: 0 };
  const cut = { ...one, failures: 2 };
  expect([one, cut, refused, { ...one, model: null }].map(answeringModel)).toEqual(["o3", "o3", null, null]);
});

test("days without use are days too, over the end of a month and a year", () => {
  expect(daysOf(3, "2026-03-01T12:00:00Z")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(daysOf(7, "2027-01-02").slice(0, 2)).toEqual(["2026-12-27", "2026-12-28"]);
});

test("a table for a spreadsheet keeps commas and quotes, and runs no formula", () => {
  const names = new Map([
    ["a", '=HYPERLINK("x"), ours'],
    ["b", "plain"],
  ]);
  const csv = usageCsv([one, { ...one, keyId: "b", model: null }, { ...one, keyId: null }], names);
  expect(csv.split("\r\n")).toEqual([
    "day,key,model,requests,failures,input_tokens,output_tokens",
    `2026-11-20,"'=HYPERLINK(""x""), ours",o3,2,1,10,5`,
    "2026-11-20,plain,,2,1,10,5",
    "2026-11-20,Playground,o3,2,1,10,5",
    "",
  ]);
});
