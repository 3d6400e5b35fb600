/* Exports of other products, generated for tests: their content is known to the last message. */
import { zipSync, type ZipOptions, type Zippable } from "fflate";

export type ChatgptMessage = { id: string; parent: string | null; role: string; text?: string; [field: string]: unknown };

/** A conversation as ChatGPT exports it. `at` is in seconds since 1970. */
export function chatgptChat(
  id: string,
  title: string,
  messages: readonly ChatgptMessage[],
  { at = 1_700_000_000, current = messages.at(-1)?.id } = {},
) {
  const mapping: Record<string, object> = {
    root: { id: "root", message: null, parent: null, children: childrenOf(messages, null) },
  };
  for (const [index, { id: node, parent, role, text = "", content, ...rest }] of messages.entries())
    mapping[node] = {
      id: node,
      parent: parent ?? "root",
      children: childrenOf(messages, node),
      message: {
        id: node,
        author: { role },
        create_time: at + index + 0.25,
        content: content ?? { content_type: "text", parts: [text] },
        recipient: "all",
        metadata: {},
        ...rest,
      },
    };
  return {
    id,
    conversation_id: id,
    title,
    create_time: at,
    update_time: at + messages.length,
    mapping,
    current_node: current,
  };
}

function childrenOf(messages: readonly ChatgptMessage[], parent: string | null): string[] {
  return messages.filter((message) => message.parent === parent).map(({ id }) => id);
}

/** A question with two wordings, the second answered twice; the last answer is the one shown. */
export function branchedChat(number: number) {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const said = (what: string) => `${what} of chat ${number}`;
  return chatgptChat(
    id,
    `Chat ${number}`,
    [
      { id: "system", parent: null, role: "system", text: "" },
      { id: "q1", parent: "system", role: "user", text: said("First wording") },
      { id: "a1", parent: "q1", role: "assistant", text: said("First answer") },
      { id: "q2", parent: "system", role: "user", text: said("Second wording") },
      { id: "a2", parent: "q2", role: "assistant", text: said("Second answer") },
      { id: "a3", parent: "q2", role: "assistant", text: said("Third answer") },
    ],
    { at: 1_600_000_000 + number * 1000 },
  );
}

type Content = string | Uint8Array;
/** Content, or with what else the archive says of it. */
export type ZipContent = Content | readonly [Content, ZipOptions];

export function zipOf(entries: Record<string, ZipContent>): Buffer {
  const files: Zippable = {};
  const bytesOf = (content: Content) => (typeof content === "string" ? Buffer.from(content) : content);
  for (const [name, content] of Object.entries(entries))
    files[name] =
      typeof content === "string" || content instanceof Uint8Array ? bytesOf(content) : [bytesOf(content[0]), content[1]];
  return Buffer.from(zipSync(files, { level: 1 }));
}

export function chatgptExport(chats: readonly object[], entries: Record<string, string | Uint8Array> = {}): Buffer {
  return zipOf({ "conversations.json": JSON.stringify(chats), "chat.html": "<html></html>", ...entries });
}
