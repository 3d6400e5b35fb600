/* A file that can't be counted is made all the same, and the download says that it was not checked. */
import { expect, test, vi } from "vitest";
import { jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { draftFile } from "./draft-file.ts";

vi.mock("../files/counters/word-counter.ts", () => ({
  countWordFile: () => Promise.reject(new Error("a stranger's part")),
}));

test("a Word file that can't be counted", async () => {
  const document = JSON.stringify(jsonOf(markdownToDocument("Words.")));
  const none = { changes: [], comments: [], leftComments: 0, since: null, received: null, appendix: [], pictures: new Map() };
  const { bytes, notice, uncounted } = await draftFile({
    ...none,
    format: "docx",
    name: "Lease",
    language: null,
    paper: "a4",
    document,
  });
  expect(bytes.length).toBeGreaterThan(1000);
  expect(uncounted?.message).toBe("a stranger's part");
  expect(notice).toBe("Stet couldn’t check that everything is in this file. Compare it with the draft.");
});
