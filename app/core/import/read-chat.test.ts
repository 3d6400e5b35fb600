/* Chats from each product's export format, and what remains of product-specific markup. */
import { describe, expect, test } from "vitest";
import { chatgptChat } from "#test/exports.ts";
import { importedChatSchema, type ImportedChat } from "./imported-chat.ts";
import { readChats } from "./read-chat.ts";

const entries = new Map([
  ["file-Lease1", "file-Lease1-Lease.pdf"],
  ["file_pic1", "dalle-generations/file_pic1-0.webp"],
]);
const archive = { entryOf: (start: string) => entries.get(start) ?? null };

function read(value: unknown): ImportedChat {
  const found = readChats(JSON.parse(JSON.stringify(value)), 1, archive)[0]!;
  if ("leftOut" in found) throw new Error(found.leftOut.why);
  return importedChatSchema.parse(found.chat);
}
const saidIn = ({ messages }: ImportedChat) =>
  messages.map(
    ({ role, parts }) => `${role}: ${parts.map((part) => (part.type === "text" ? part.text : `[${part.reasoning}]`)).join(" | ")}`,
  );

describe("ChatGPT", () => {
  test("marks become links, and what tools did is counted", () => {
    const cited = "\ue200cite\ue202turn0search1\ue201";
    const chat = read(
      chatgptChat("c1", "  Notice\nperiods ", [
        { id: "hidden", parent: null, role: "user", text: "What I am", metadata: { is_visually_hidden_from_conversation: true } },
        { id: "q", parent: "hidden", role: "user", text: "How long?" },
        { id: "call", parent: "q", role: "assistant", text: "search(...)", recipient: "web" },
        { id: "result", parent: "call", role: "tool", text: "Results" },
        {
          id: "think",
          parent: "result",
          role: "assistant",
          content: { content_type: "thoughts", thoughts: [{ summary: "Law", content: "Twelve months." }] },
        },
        {
          id: "a",
          parent: "think",
          role: "assistant",
          text: `Sixty days.${cited} See \ue200entity\ue202["law","Lease Act"]\ue201【3†source】 and 【甲】. [File](sandbox:/mnt/data/x.docx)`,
          metadata: {
            content_references: [
              {
                matched_text: cited,
                items: [
                  { title: "The [Act]", url: "https://example.org/a b" },
                  { title: "The [Act]", url: "https://example.org/act" },
                ],
              },
            ],
          },
        },
      ]),
    );
    expect(saidIn(chat)).toEqual([
      "user: How long?",
      "assistant: [**Law**\n\nTwelve months.] | Sixty days.([The Act](<https://example.org/act>)) See Lease Act and 【甲】. File",
    ]);
    expect(chat).toMatchObject({
      source: "chatgpt",
      key: "c1",
      title: "Notice periods",
      createdAt: 1_700_000_000_000,
      leftOut: { tool: 2 },
    });
    expect(chat.messages[0]!.createdAt).toBe(1_700_000_001_250);
  });

  test("files are found in the archive by their ids, and missing ones are counted", () => {
    const chat = read(
      chatgptChat("c2", "Files", [
        {
          id: "q",
          parent: null,
          role: "user",
          text: "Read these.",
          metadata: {
            attachments: [
              { id: "file-Lease1", name: "Lease.pdf" },
              { id: "file-Gone", name: "Gone.pdf" },
            ],
          },
        },
        {
          id: "drawn",
          parent: "q",
          role: "tool",
          content: {
            content_type: "multimodal_text",
            parts: [{ content_type: "image_asset_pointer", asset_pointer: "sediment://file_pic1" }],
          },
        },
        { id: "a", parent: "drawn", role: "assistant", text: "Here." },
      ]),
    );
    expect(chat.messages.map(({ files }) => files)).toEqual([
      [{ name: "Lease.pdf", entry: "file-Lease1-Lease.pdf" }],
      [{ name: "file_pic1-0.webp", entry: "dalle-generations/file_pic1-0.webp" }],
    ]);
    expect(chat.leftOut).toEqual({ file: 1 });
  });

  test("a document of the canvas is kept", () => {
    const document = JSON.stringify({ name: "Notice", type: "document", content: "# Notice\n\nDear tenant" });
    const chat = read(
      chatgptChat("c3", "Canvas", [
        { id: "q", parent: null, role: "user", text: "Write it." },
        {
          id: "made",
          parent: "q",
          role: "assistant",
          recipient: "canmore.create_textdoc",
          content: { content_type: "code", text: document },
        },
      ]),
    );
    expect(saidIn(chat)[1]).toBe("assistant: **Notice**\n\n# Notice\n\nDear tenant");
  });
});

test("Claude: attachments by their text, artifacts, thinking and branches", () => {
  const at = (minute: number) => `2024-05-01T10:0${minute}:00.000Z`;
  const chat = read({
    uuid: "k1",
    name: "Lease",
    created_at: at(0),
    updated_at: at(4),
    chat_messages: [
      {
        uuid: "q",
        sender: "human",
        text: "Sum it up.",
        created_at: at(1),
        parent_message_uuid: "00000000-0000-4000-8000-000000000000",
        content: [{ type: "text", text: "Sum it up." }],
        attachments: [{ file_name: "Lease.pdf", extracted_content: "The tenant pays." }],
        files: [{ file_name: "Lease.pdf" }, { file_name: "Photo.png" }],
      },
      { uuid: "a1", sender: "assistant", text: "First.", created_at: at(2), parent_message_uuid: "q", content: [] },
      {
        uuid: "a2",
        sender: "assistant",
        created_at: at(3),
        parent_message_uuid: "q",
        content: [
          { type: "thinking", thinking: "Hm." },
          {
            type: "tool_use",
            name: "artifacts",
            input: { command: "create", title: "Summary", type: "text/markdown", content: "It is a lease." },
          },
          { type: "tool_result", content: [] },
          { type: "text", text: "Done." },
        ],
      },
    ],
  });
  expect(saidIn(chat)).toEqual([
    "user: Sum it up.",
    "assistant: First.",
    "assistant: [Hm.] | **Summary**\n\nIt is a lease. | Done.",
  ]);
  expect(chat.messages.map(({ branch }) => branch)).toEqual([0, 1, 0]);
  expect(chat.messages[0]!.files).toEqual([{ name: "Lease.pdf.txt", text: "The tenant pays." }]);
  expect(chat.leftOut).toEqual({ tool: 1, file: 1 });
  expect(new Date(chat.updatedAt!).toISOString()).toBe(at(4));
});

test("Claude without parents: each message follows the one before", () => {
  const chat = read({
    uuid: "k2",
    name: "",
    chat_messages: [
      { sender: "human", text: "One two three" },
      { sender: "assistant", text: "Four" },
    ],
  });
  expect([chat.title, saidIn(chat)]).toEqual(["One two three", ["user: One two three", "assistant: Four"]]);
});

test("LibreChat, as a tree", () => {
  const chat = read({
    conversationId: "l1",
    title: "Tree",
    messages: [
      {
        messageId: "q",
        parentMessageId: "00000000-0000-0000-0000-000000000000",
        isCreatedByUser: true,
        text: "Hello",
        createdAt: "2024-01-02T00:00:00Z",
        children: [
          { messageId: "a", parentMessageId: "q", isCreatedByUser: false, content: [{ type: "text", text: { value: "Hi" } }] },
        ],
      },
    ],
  });
  expect(saidIn(chat)).toEqual(["user: Hello", "assistant: Hi"]);
});

test("Open WebUI: its history by ids", () => {
  const message = (id: string, parentId: string | null, role: string, content: string) => ({
    id,
    parentId,
    role,
    content,
    timestamp: 1_700_000_000,
  });
  const chat = read({
    id: "o1",
    title: "Local",
    created_at: 1_700_000_000,
    chat: {
      history: {
        currentId: "a1",
        messages: {
          q: message("q", null, "user", "Hello"),
          a1: message(
            "a1",
            "q",
            "assistant",
            '<details type="reasoning" done="true">\n<summary>Thought</summary>\n> Hm\n</details>\nHi',
          ),
          a2: message("a2", "q", "assistant", "Hey"),
        },
      },
    },
  });
  expect(saidIn(chat)).toEqual(["user: Hello", "assistant: [Hm] | Hi", "assistant: Hey"]);
  expect(chat.messages.map(({ branch }) => branch)).toEqual([0, 0, 1]);
});

describe("LobeHub", () => {
  const message = (id: string, role: string, content: string, rest: object = {}) => ({
    id,
    role,
    content,
    sessionId: "s",
    topicId: "t",
    ...rest,
  });
  const lists = {
    sessions: [{ id: "s", meta: { title: "Reviewer" } }],
    topics: [{ id: "t", sessionId: "s", title: "A lease", createdAt: 1_700_000_000_000, updatedAt: 1_700_000_900_000 }],
    messages: [
      message("a1", "assistant", "Three months.", { parentId: "q1", createdAt: 1_700_000_200_000, reasoning: { content: "Hm" } }),
      message("q1", "user", "How long?", { createdAt: 1_700_000_100_000 }),
      message("a2", "assistant", "Two months.", { parentId: "q1", createdAt: 1_700_000_300_000 }),
      message("x", "tool", "{}", { createdAt: 1_700_000_350_000 }),
      message("o", "user", "Outside a topic", { topicId: null, createdAt: 1_700_000_400_000 }),
    ],
  };
  test.each([
    ["of its browser database", { exportType: "all", state: lists, version: 7 }],
    ["of its server", { mode: "postgres", schemaHash: "0", data: lists }],
  ])("an export %s: a chat for each topic, with its branches", (_, value) => {
    const found = readChats(value, 1, archive).map((one) => {
      if ("leftOut" in one) throw new Error(one.leftOut.why);
      return importedChatSchema.parse(one.chat);
    });
    expect(found.map(({ source, key, title }) => [source, key, title])).toEqual([
      ["lobehub", "t", "A lease"],
      ["lobehub", "of s", "Reviewer"],
    ]);
    expect(saidIn(found[0]!)).toEqual(["user: How long?", "assistant: [Hm] | Three months.", "assistant: Two months."]);
    expect(new Set(found[0]!.messages.map(({ branch }) => branch))).toEqual(new Set([0, 1]));
    expect(found[0]!.createdAt).toBe(1_700_000_000_000);
    expect(found[0]!.leftOut).toEqual({ tool: 1 });
  });
});

test.each([
  ["nothing of the kind", { a: 1 }],
  ["a number", 5],
  ["null", null],
  ["no messages", { mapping: {}, id: "x" }],
  ["no id", { mapping: {} }],
  ["a mapping of nonsense", { id: "x", mapping: { a: 1, b: null, c: { message: [], parent: 7, children: "d" } } }],
  ["messages of nonsense", { uuid: "x", chat_messages: [null, 1, { content: "text", attachments: {} }] }],
])("%s is left out with a sentence", (_what, value) => {
  const found = readChats(value, 3, archive)[0]!;
  expect("leftOut" in found && found.leftOut.why).toMatch(/^It .*\.$/);
});
