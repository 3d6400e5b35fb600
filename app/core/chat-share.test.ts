import { expect, test } from "vitest";
import { messagesToShare } from "./chat-share.ts";
import type { ThreadMessage } from "./message.ts";

test("the copy has the words and the sources, and neither files nor ids nor costs", () => {
  const question: ThreadMessage = {
    id: "id-of-the-question",
    role: "user",
    content: "What does it say?",
    createdAt: "2026-11-20T10:00:00.000Z",
    parts: [{ type: "text", text: "What does it say?" }],
    experimental_attachments: [{ name: "secret.txt", contentType: "text/plain", url: "data:text/plain;base64,c2VjcmV0" }],
    seq: 4,
    parentId: "id-before",
    versions: ["id-of-the-question", "another-version"],
  };
  const answer: ThreadMessage = {
    id: "id-of-the-answer",
    role: "assistant",
    content: "It ends in May. [[1]]",
    createdAt: "2026-11-20T10:00:01.000Z",
    parts: [{ type: "text", text: "It ends in May. [[1]]" }],
    sources: [{ id: "s", type: "web", name: "Lease", displayName: "Lease", number: 1 } as never],
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
  const shared = messagesToShare([question, answer]);
  expect(shared).toMatchObject([
    { role: "user", content: "What does it say?", experimental_attachments: [{ name: "secret.txt" }] },
    {
      role: "assistant",
      content: "It ends in May. [[1]]",
      sources: [{ number: 1 }],
      run: { status: "failed", problem: "model-cut-off" },
    },
  ]);
  expect(JSON.stringify(shared)).not.toMatch(/id-of|id-before|another-version|c2VjcmV0|usage|costUsd|sk-123/);
});
