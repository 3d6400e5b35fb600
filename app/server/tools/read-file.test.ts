/* Parts of a file by the ids of its outline, and clauses by the numbers of its own text. */
import { expect, test } from "vitest";
import { fileClauses, readFileTool } from "./read-file.ts";
import { attached } from "#test/attached.ts";
import type { ToolContext } from "./tool.ts";

const lease = `Contents

1. Term
2. Termination

1. Term

1.1 The lease begins on 1 May 2026.

2. Termination

2.1 Either party may terminate the lease with three months' notice.

2.2 Notice under clause 2.1 is given in writing.

(a) It is sent to the last known address.

10. Notices

10.1 Notices are written in English.`;

const files = attached([
  { name: "lease.txt", contentType: "text/plain", url: `data:text/plain;base64,${Buffer.from(lease).toString("base64")}` },
]);
const context = { files, addSources: (more: object[]) => more.map((one) => ({ ...one, number: 4 })) } as unknown as ToolContext;
const read = (input: object) => readFileTool.execute({ file: "lease.txt", ...input }, context) as Promise<any>;

test("without an id it answers the outline, with the numbers of the clauses", async () => {
  const { outline, clauses, cite } = await read({});
  expect(outline).toMatch(/^p1 /);
  expect(clauses.split(", ")).toEqual(["1", "2", "1.1", "2.1", "2.2", "10", "10.1"]);
  expect(cite).toBeUndefined();
});

test("a clause comes with all that is numbered under it, from the text and not from its table of contents", async () => {
  const { clauses, cite } = await read({ clauses: ["2", "§ 10.1"] });
  expect(cite).toBe(4);
  expect(clauses.map(({ clause }: { clause: string }) => clause)).toEqual(["2", "10.1"]);
  expect(clauses[0].text).toMatch(/^2\. Termination\n\n2\.1 Either .* writing\.\n\n\(a\) It is sent to the last known address\.$/s);
  expect(clauses[1].text).toBe("10.1 Notices are written in English.");
});

test("a number that is not there is refused with those that are", async () => {
  await expect(read({ clauses: ["7"] })).rejects.toThrow("“lease.txt” has no clause 7. It has 1, 2, 1.1, 2.1, 2.2, 10, 10.1.");
  const document = { text: "No numbers here.", blocks: [] } as never;
  expect(fileClauses({ name: "a.txt", document }, ["7"])).toEqual({
    refusal: "“a.txt” has no clause 7. None of its clauses has a number.",
  });
});
