/*
 * Real files of every kind, damaged in every way that disks, mail servers and malice do: bytes
 * changed, truncated, duplicated, swapped, zeroed. Each must yield its text or an error message. A
 * crashing reader is our bug and is counted; no child may have to be killed.
 *
 * The damage is the same in every run.
 */
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { docxOf, docxParts, emlOf, htmlOf, odtOf, pdfOf, pptxOf, rtfOf, xlsxOf, zipOf } from "#test/documents.ts";
import { docOf, msgOf, pptOf, xlsOf } from "#test/old-office.ts";
import { createExtraction } from "./extraction.ts";

const lines = [
  "# Notice",
  "Either party may terminate this agreement by giving 60 days’ notice, § 4.",
  "# Fees",
  "1) Due in 30 days.",
  "Ends.",
];
const table = [
  ["Service", "Fee"],
  ["Filing", 1250.5],
];

const whole: { name: string; bytes: Buffer }[] = [
  { name: "a.pdf", bytes: pdfOf([lines, [], lines]) },
  { name: "b.pdf", bytes: pdfOf([lines, lines], { compress: false }) },
  { name: "a.docx", bytes: docxOf(lines) },
  { name: "a.odt", bytes: odtOf(lines) },
  { name: "a.xlsx", bytes: xlsxOf(table) },
  { name: "a.pptx", bytes: pptxOf([{ title: "Term", text: "Two years" }]) },
  { name: "a.rtf", bytes: rtfOf(lines) },
  { name: "a.html", bytes: htmlOf(lines) },
  { name: "a.eml", bytes: emlOf({ subject: "Uppsägning", text: lines.join("\n") }) },
  { name: "a.csv", bytes: Buffer.from('a;b\n"c;d";e\n') },
  { name: "a.doc", bytes: docOf([...lines, "| a | b |"]) },
  { name: "a.xls", bytes: xlsOf(table) },
  { name: "a.ppt", bytes: pptOf([{ title: "Term", text: "Two years" }]) },
  {
    name: "a.msg",
    bytes: msgOf({
      subject: "Notice",
      from: ["A", "a@example.test"],
      to: [],
      sent: new Date(0),
      rtf: rtfOf(lines).toString("latin1"),
    }),
  },
  { name: "a.md", bytes: Buffer.from(lines.join("\n\n")) },
];

/** A small deterministic generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

type Damage = (bytes: Buffer, next: () => number) => Buffer;
const at = (bytes: Buffer, next: () => number) => Math.floor(next() * bytes.length);

const damages: Record<string, Damage> = {
  "a few bytes changed": (bytes, next) => {
    const out = Buffer.from(bytes);
    for (let times = 1 + next() * 12; times > 0; times--) out[at(out, next)] = Math.floor(next() * 256);
    return out;
  },
  "cut off": (bytes, next) => bytes.subarray(0, 8 + at(bytes, next)),
  "its beginning kept and the rest noise": (bytes, next) => {
    const from = Math.min(bytes.length, 8 + at(bytes, next));
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(bytes.subarray(from).map(() => next() * 256))]);
  },
  "a stretch taken out": (bytes, next) => {
    const from = at(bytes, next);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + Math.floor(next() * 200))]);
  },
  "a stretch doubled": (bytes, next) => {
    const from = at(bytes, next);
    const piece = bytes.subarray(from, from + 1 + Math.floor(next() * 300));
    return Buffer.concat([
      bytes.subarray(0, from),
      ...Array.from({ length: 1 + Math.floor(next() * 20) }, () => piece),
      bytes.subarray(from),
    ]);
  },
  "a stretch of zeros": (bytes, next) => {
    const from = at(bytes, next);
    return Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + 64));
  },
  "its numbers changed": (bytes, next) =>
    Buffer.from(
      bytes.toString("latin1").replace(/\d+/g, (digits) => (next() < 0.05 ? String(Math.floor(next() * 1e10)) : digits)),
      "latin1",
    ),
  "two files in one": (bytes, next) => Buffer.concat([bytes, whole[Math.floor(next() * whole.length)]!.bytes]),
};

/** Damage inside an archive's parts, which damage to the archive itself would hide. */
function damagedParts(seed: number): Buffer {
  const next = random(seed);
  const kinds = Object.values(damages);
  return zipOf(
    docxParts(lines).map(({ name, data }) => ({
      name,
      data: next() < 0.4 ? kinds[Math.floor(next() * kinds.length)]!(Buffer.from(data), next) : data,
    })),
  );
}

test("2,000 damaged files: a sentence or a text for each, and not one failing reader", async () => {
  const faults: string[] = [];
  const extraction = createExtraction({ seconds: 8, children: 2, onFault: (fault, name) => faults.push(`${name}: ${fault}`) });
  const files = whole.flatMap(({ name, bytes }, kind) =>
    Object.entries(damages).flatMap(([how, damage], which) =>
      Array.from({ length: 20 }, (_, seed) => ({ name, how, bytes: damage(bytes, random(1 + seed * 1_000 + which * 100 + kind)) })),
    ),
  );
  files.push(
    ...Array.from({ length: 240 }, (_, seed) => ({ name: "parts.docx", how: "parts damaged", bytes: damagedParts(seed + 1) })),
  );
  const results = await Promise.all(files.map(async (file) => ({ ...file, extracted: await extraction.extract(file) })));
  const silent = results.filter(({ extracted }) =>
    extracted.ok ? typeof extracted.document.text !== "string" : !/^[A-Z].+\.$/s.test(extracted.sentence),
  );
  expect(files.length).toBeGreaterThanOrEqual(2000);
  expect(silent.map(({ name, how }) => `${name}, ${how}`)).toEqual([]);
  expect(faults).toEqual([]);
  const refused = results.filter(({ extracted }) => !extracted.ok).length;
  // Both must occur: no refusals would mean no damage, only refusals that nothing was read.
  expect(refused).toBeGreaterThan(100);
  expect(refused).toBeLessThan(results.length - 100);
  for (const { extracted } of results)
    if (extracted.ok)
      for (const { start, end } of extracted.document.blocks)
        expect(start <= end && end <= extracted.document.text.length).toBe(true);
  await extraction.close();
}, 90_000);

test("the archives made here are archives", () => {
  const bytes = zipOf([{ name: "a", data: "hello" }]);
  expect(inflateRawSync(bytes.subarray(31, 31 + bytes.readUInt32LE(18))).toString()).toBe("hello");
});
