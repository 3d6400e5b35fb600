import { expect, test } from "vitest";
import { messagesToShare } from "./chat-share.ts";
import type { MessagePart, ThreadMessage } from "./message.ts";
import type { Source } from "../sources/source.ts";

const file = `${"Secret clause about the price. ".repeat(40)}The lease ends on 31 May. ${"Another secret clause. ".repeat(40)}`;
const source: Source = {
  id: "id-of-the-file",
  type: "file",
  name: "lease.pdf",
  content: file,
  number: 1,
  documentId: "id-of-the-document",
  documentKey: "id-of-the-key",
  metadata: JSON.stringify({ fileName: "lease.pdf", fileType: "application/pdf", documentId: "id-of-the-document" }),
};
const question: ThreadMessage = {
  id: "id-of-the-question",
  role: "user",
  content: "When does it end?",
  createdAt: "2026-11-20T10:00:00.000Z",
  parts: [{ type: "text", text: "When does it end?" }],
  experimental_attachments: [{ name: "lease.pdf", contentType: "text/plain", url: "/api/documents/id-of-the-document/view" }],
  seq: 4,
  parentId: "id-before",
  versions: ["id-of-the-question", "another-version"],
};
const searched = { toolCallId: "call", toolName: "getInformation", state: "result" as const };
const parts: MessagePart[] = [
  { type: "reasoning", reasoning: "The secret thought." },
  { type: "tool-invocation", toolInvocation: { ...searched, args: { query: "end", text: file }, result: { passages: [file] } } },
  { type: "text", text: "I have read it. The lease ends on 31 May. [[1]]" },
];
const answer: ThreadMessage = {
  id: "id-of-the-answer",
  role: "assistant",
  content: "I have read it. The lease ends on 31 May. [[1]]",
  createdAt: "2026-11-20T10:00:01.000Z",
  parts,
  sources: [source, { ...source, id: "id-of-another", number: 2, name: "never cited" }],
  run: {
    id: "id-of-the-run",
    status: "failed",
    model: "a-model",
    lastSeq: 9,
    problem: "model-cut-off",
    problemDetail: "key sk-123 refused",
    usage: { inputTokens: 1, outputTokens: 2, costUsd: 3 },
  },
  seq: 5,
  parentId: "id-of-the-question",
  versions: ["id-of-the-answer"],
};

test("the copy has the words, and of a file only the passage that is cited", () => {
  const [asked, said] = messagesToShare([question, answer]);
  expect(asked).toMatchObject({ role: "user", content: "When does it end?", experimental_attachments: [{ name: "lease.pdf" }] });
  expect(said).toMatchObject({ content: answer.content, run: { status: "failed", problem: "model-cut-off" } });
  expect(said!.sources).toHaveLength(1);
  expect(said!.sources![0]).toMatchObject({ number: 1, name: "lease.pdf", content: expect.stringContaining("ends on 31 May") });
  expect(said!.sources![0]!.content!.length).toBeLessThan(400);
  expect(said!.parts).toMatchObject([
    { type: "tool-invocation", toolInvocation: { toolName: "getInformation", state: "result", args: { query: "end" } } },
    { type: "text" },
  ]);
});

test("it has none of the original's ids, reasoning, costs, or what tools were given", () => {
  const shared = JSON.stringify(messagesToShare([question, answer]));
  expect(shared).not.toMatch(/id-of|id-before|another-version|never cited|secret thought|usage|costUsd|sk-123/);
  expect(shared.match(/secret clause/gi)?.length ?? 0).toBeLessThan(10);
});

test("a search that failed or was stopped still shows that it did", () => {
  const call = (result: unknown): ThreadMessage => ({
    ...answer,
    parts: [{ type: "tool-invocation", toolInvocation: { ...searched, args: {}, result } }],
  });
  const resultOf = (result: unknown) => messagesToShare([call(result)])[0]!.toolInvocations![0]!.result;
  expect(resultOf({ error: "No file." })).toEqual({ error: true });
  expect(resultOf({ cancelled: true, content: "Tool execution was cancelled" })).toEqual({ cancelled: true });
});
