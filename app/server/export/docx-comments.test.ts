/* Comments are exported to Word with author, date, replies and resolved state, and round-trip unchanged. */
import { describe, expect, test } from "vitest";
import { anchorAt } from "#core/comments/comment-anchor.ts";
import type { CommentThread } from "#core/comments/comment.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { openArchive } from "#server/files/zip.ts";
import { zipOf } from "#test/documents.ts";
import { renderDocx } from "./docx.ts";

const lease = markdownToDocument(
  "# Lease\n\n1) The rent is **1,450** euros.\n2) It is due on the third day.\n\n| Who | What |\n|---|---|\n| Tenant | pays |",
);
const { text } = documentText(lease);

function thread(quote: string, said: readonly (readonly [author: string, text: string])[], isResolved = false): CommentThread {
  const start = text.indexOf(quote);
  const anchor =
    start < 0 ? { about: quote, quote, before: "", after: "", place: null } : anchorAt(text, { start, end: start + quote.length });
  const comments = said.map(([author, words], i) => ({
    id: `${quote} ${i}`,
    author,
    isMine: false,
    isDeleted: false,
    mayDelete: false,
    text: words,
    createdAt: `2026-11-0${i + 3}T09:00:00.000Z`,
    editedAt: null,
  }));
  return { id: quote, anchor, isResolved, mayResolve: false, comments };
}

async function thereAndBack(
  threads: readonly CommentThread[],
  changes: NonNullable<Parameters<typeof renderDocx>[1]["changes"]> = [],
) {
  const archive = await openArchive(Buffer.from(await renderDocx(lease, { title: "Lease", comments: threads, changes })));
  return { archive, ...(await readWordDocument(archive)) };
}

const said = (threads: Awaited<ReturnType<typeof thereAndBack>>["comments"]) =>
  threads.map(({ anchor, isResolved, comments }) => [
    anchor.about,
    isResolved,
    comments.map((one) => `${one.author}: ${one.text}`),
  ]);

describe("there and back again", () => {
  test.each([
    ["a comment", [thread("third day", [["Grace", "Which?"]])]],
    ["over marks", [thread("is 1,450 euros", [["Grace", "Too much."]])]],
    [
      "with replies",
      [
        thread("third day", [
          ["Grace", "Which?"],
          ["Åsa Öst", "Working day.\nSee above."],
        ]),
      ],
    ],
    ["resolved, without any reply", [thread("third day", [["Grace", "Which?"]], true), thread("pays", [["Grace", "What?"]])]],
    ["over several blocks", [thread("euros.\n\nIt is due", [["Grace", "All this."]])]],
    ["one within another", [thread("The rent is 1,450 euros", [["A", "one"]]), thread("1,450", [["B", "two"]])]],
    ["in a table", [thread("Tenant", [["A", "Who?"]])]],
    ["what looks like markup", [thread("pays", [["<b>Eve</b>", "</w:t> & <script> \u202etxet"]])]],
  ])("%s", async (_what, threads) => {
    const read = await thereAndBack(threads);
    expect(said(read.comments)).toEqual(
      threads.map(({ anchor, isResolved, comments }) => [
        anchor.about,
        isResolved,
        comments.map((one) => `${one.author}: ${one.text}`),
      ]),
    );
    expect(read.comments.map(({ anchor }) => anchor.place)).toEqual(threads.map(({ anchor }) => anchor.place));
    expect(read.comments.flatMap(({ comments }) => comments.map(({ date }) => date))).toEqual(
      threads.flatMap(({ comments }) => comments.map(({ createdAt }) => createdAt)),
    );
    expect(read.changes).toEqual([]);
    expect(documentText(lease).text).toBe(text);
    expect(read.notices).toEqual([]);
  });

  test("one whose words are gone is at the beginning and says what it was about", async () => {
    const { comments } = await thereAndBack([thread("words that are gone", [["Grace", "Why?"]])]);
    expect(comments).toMatchObject([{ anchor: { place: null }, comments: [{ text: "Was about: “words that are gone”\nWhy?" }] }]);
  });

  test("beside tracked changes both stand", async () => {
    const by = { summary: "", author: "Grace", date: "2026-11-03T09:00:00Z" };
    const given = [thread("1,450 euros", [["Grace", "Why?"]])];
    const { comments, changes } = await thereAndBack(given, [{ original: "1,450", replacement: "1,500", ...by }]);
    expect(changes).toMatchObject([{ original: "1,450", replacement: "1,500" }]);
    expect(comments[0]!.anchor).toMatchObject({ about: "1,500 euros", quote: "1,450 euros" });
  });
});

describe("files of others", () => {
  const body = (inner: string) => `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${inner}</w:body></w:document>`;
  const p = (inner: string) => `<w:p>${inner}</w:p>`;
  const r = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const edge = (which: "Start" | "End", id: number) => `<w:commentRange${which} w:id="${id}"/>`;
  const comments = (inner: string) => `<w:comments xmlns:w="w" xmlns:w14="w14">${inner}</w:comments>`;
  const comment = (id: number, words: string, date = "2026-11-03T09:00:00Z", paragraph = `P${id}`) =>
    `<w:comment w:id="${id}" w:author="Eve" w:date="${date}"><w:p w14:paraId="${paragraph}">${r(words)}</w:p></w:comment>`;
  const extended = (inner: string) => `<w15:commentsEx xmlns:w15="w15">${inner}</w15:commentsEx>`;
  const read = async (parts: Record<string, string>) =>
    readWordDocument(await openArchive(zipOf(Object.entries(parts).map(([name, data]) => ({ name: `word/${name}.xml`, data })))));

  test("a comment on words that a tracked change writes in waits for them", async () => {
    const ins = `<w:ins w:author="Eve" w:date="2026-01-02T00:00:00Z">${edge("Start", 1)}${r(" with a deposit")}${edge("End", 1)}</w:ins>`;
    const { comments: threads } = await read({
      document: body(p(r("The rent is due") + ins + r("."))),
      comments: comments(comment(1, "How much?")),
    });
    expect(threads).toMatchObject([{ anchor: { about: " with a deposit", place: null, before: "The rent is due" } }]);
  });

  test("ranges that begin between paragraphs, never end, or have no comment; dates that are none; answers in a circle", async () => {
    const { comments: threads, document } = await read({
      document: body(
        edge("Start", 1) + p(r("One.")) + edge("End", 1) + p(edge("Start", 2) + r("Two.")) + p(edge("Start", 9) + r("Three.")),
      ),
      comments: comments(comment(1, "first", "never") + comment(2, "second", "0001-01-01T00:00:00Z") + comment(3, "third")),
      commentsExtended: extended(
        `<w15:commentEx w15:paraId="P2" w15:paraIdParent="P3" w15:done="1"/><w15:commentEx w15:paraId="P3" w15:paraIdParent="P2"/>`,
      ),
    });
    expect(JSON.stringify(document)).toContain("Three.");
    expect(threads.map(({ anchor }) => anchor.about)).toContain("One.");
    expect(threads.flatMap((one) => one.comments.map(({ text: words }) => words)).sort()).toEqual(["first", "second", "third"]);
    expect(threads[0]!.comments[0]!.date).toBeNull();
  });
});
