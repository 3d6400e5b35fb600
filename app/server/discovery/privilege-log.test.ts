/* The privilege log names what is withheld or redacted as privileged, and says nothing of what that is. */
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Production } from "#core/discovery/production.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { emailOf, mboxOf } from "#test/collected-emails.ts";
import { collectionsOf, type Collections } from "#test/collections.ts";

let app: TestApp;
let me: TestPerson;
let collections: Collections;
beforeAll(async () => {
  app = await startApp({ MODEL_SERVER_URL: "" });
  me = await app.person();
  collections = collectionsOf(app, me);
});
afterAll(() => app.close());

const emails = [
  emailOf({ id: "advice", cc: "Osprey <cc@example.org>", subject: "Advice on the zebra", day: "2024-01-11", text: "It is void." }),
  emailOf({ id: "report", subject: "Report for osprey", day: "2024-01-12", text: "Counsel of Osprey says no." }),
  emailOf({ id: "salary", subject: "Salaries", day: "2024-01-13", text: "Eleven thousand." }),
  emailOf({ id: "lunch", subject: "Lunch", day: "2024-01-14", text: "At noon?" }),
];

async function redact(id: string, query: string, words: string, reason: string): Promise<void> {
  const { id: documentId, text } = await collections.open(id, query);
  const start = text.indexOf(words);
  const place = { documentId, start, end: start + words.length };
  await collections.ask(`/api/discovery/${id}/redactions`, { operationId: uuidv7(), ...place, reason, scope: "document" });
}

async function fetchedLog(path: string, format: string): Promise<{ bytes: Buffer; words: string[][] }> {
  const response = await app.request(`${path}?format=${format}`, { as: me });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const entries = unzipSync(bytes);
  const xml = Buffer.from(entries[format === "xlsx" ? "xl/worksheets/sheet1.xml" : "word/document.xml"]!).toString();
  const rows = xml.match(format === "xlsx" ? /<row.*?<\/row>/gs : /<w:tr>.*?<\/w:tr>/gs)!;
  const cell = format === "xlsx" ? /<c .*?(?:<\/c>|\/>)/gs : /<w:tc>.*?<\/w:tc>/gs;
  const words = rows.map((row) =>
    row.match(cell)!.map((one) =>
      one
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">"),
    ),
  );
  return { bytes, words };
}

test("the log as Excel and as Word names what is privileged, without its words", { timeout: 60_000 }, async () => {
  const id = await collections.make(["Box.mbox", mboxOf(emails)]);
  await collections.read(id);
  await collections.ask(`/api/discovery/${id}/coding`, { operationId: uuidv7(), query: "zebra", set: ["privileged"], clear: [] });
  await redact(id, "subject:report", "Osprey", "privileged");
  await redact(id, "subject:salaries", "Eleven thousand", "personal-data");
  const asked = { name: "First", query: "", prefix: "PROD-", firstNumber: 1, width: 6 };
  const { id: productionId } = await collections.ask<Production>(`/api/discovery/${id}/productions`, asked);
  await app.stet.jobs.settled();

  const path = `/api/discovery/${id}/productions/${productionId}/privilege-log`;
  const [anna, bo] = ["Anna Berg <anna@example.org>", "Bo Ek <bo@example.org>"];
  const rows = [
    ["Number", "Date", "From", "To", "Cc", "Type", "Treatment", "Reason"],
    ["PROD-000001", "2024-01-11 09:00:00", anna, bo, "Osprey <cc@example.org>", "Email", "Withheld", "Privileged"],
    ["PROD-000002", "2024-01-12 09:00:00", anna, bo, "", "Email", "Redacted", "Privileged"],
  ];
  const excel = await fetchedLog(path, "xlsx");
  expect(excel.words).toEqual(rows);
  expect((await fetchedLog(path, "docx")).words).toEqual(rows);
  // Whenever it is fetched.
  expect((await fetchedLog(path, "xlsx")).bytes.equals(excel.bytes)).toBe(true);
  expect((await app.request(`${path}?format=pdf`, { as: me })).status).toBe(400);
});
