/* Word files with excessive amounts of one thing, through the child process that reads uploads: read, or refused,
   within five seconds. */
import { createExtraction } from "../app/server/files/extraction.ts";
import { largeWordFiles } from "../test/large-word-files.ts";

const barMs = 5_000;
const extraction = createExtraction({ seconds: 60 });

// The first file starts the child.
await extraction.import({ name: "first.docx", bytes: largeWordFiles.at(-1)!.make() });
for (const { what, make } of largeWordFiles) {
  const bytes = make();
  const start = performance.now();
  const read = await extraction.import({ name: "large.docx", bytes });
  const ms = Math.round(performance.now() - start);
  const line = { bench: "large-word-files", what, value: ms, unit: "ms", bar: barMs, ok: ms <= barMs };
  process.stdout.write(`${JSON.stringify({ ...line, outcome: read.ok ? "read" : read.sentence })}\n`);
}
await extraction.close();
