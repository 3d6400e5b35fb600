/*
 * A tree of messages becomes the rows of a chat: in an order in which each
 * follows its parent, with the shown path as branch 0 and every other end of
 * the conversation as a branch of its own, which the chat shows as versions.
 *
 * Versions stand at one place: same parent, same role. So an answer in several
 * messages becomes one, and where a question and an answer follow the same
 * message the tree is rearranged until they do not. No text is lost by it.
 */
import type { ForeignChat, ForeignFile, ForeignNode, ForeignPart } from "./foreign-chat.ts";
import { importLimits } from "./imported-chat.ts";

export type PlacedMessage = {
  role: "user" | "assistant";
  parts: ForeignPart[];
  files: ForeignFile[];
  createdAt: number | null;
  parent: number | null;
  branch: number;
};

export type Conversation = {
  messages: PlacedMessage[];
  /** Nodes whose id came a second time. */
  repeated: number;
  /** Links that led back to themselves and were cut. */
  repaired: number;
};

/** Throws this for a chat larger than any that is imported. */
export class TooLarge extends Error {}

type Node = ForeignNode & { kids: Node[] };
type Placed = PlacedMessage & { ids: Set<string>; last: number | null };

export function conversationOf({ nodes: given, current }: Pick<ForeignChat, "nodes" | "current">): Conversation {
  const nodes = new Map<string, Node>();
  for (const node of given) if (!nodes.has(node.id)) nodes.set(node.id, { ...node, kids: [] });
  const repaired = cutCycles(nodes);
  const roots: Node[] = [];
  for (const node of nodes.values()) (node.parent === null ? roots : nodes.get(node.parent)!.kids).push(node);
  const placed = place(visible(roots));
  markBranches(placed, currentOf(nodes, placed, current));
  return {
    messages: placed.map(({ role, parts, files, createdAt, parent, branch }) => ({
      role,
      parts,
      files,
      createdAt,
      parent,
      branch,
    })),
    repeated: given.length - nodes.size,
    repaired,
  };
}

/** Afterwards every parent is there, and every walk up ends. */
function cutCycles(nodes: ReadonlyMap<string, Node>): number {
  let cut = 0;
  const walkOf = new Map<Node, number>();
  let walk = 0;
  for (const start of nodes.values()) {
    walk++;
    for (let node: Node | undefined = start; node !== undefined && !walkOf.has(node);) {
      walkOf.set(node, walk);
      const parent: Node | undefined = node.parent === null ? undefined : nodes.get(node.parent);
      if (parent !== undefined && walkOf.get(parent) === walk) {
        node.parent = null;
        cut++;
      } else if (parent === undefined) node.parent = null;
      node = parent;
    }
  }
  return cut;
}

/** The children that are shown, those of hidden ones in their place. Order is kept. */
function visible(nodes: readonly Node[]): Node[] {
  const found: Node[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.role !== "hidden") found.push(node);
    else for (const kid of node.kids.toReversed()) waiting.push(kid);
  }
  return found;
}

type Waiting = { node: Node | null; parent: number | null; prefix?: Placed; kids?: Node[] };

function place(roots: readonly Node[]): Placed[] {
  const placed: Placed[] = [];
  let characters = 0;
  const waiting: Waiting[] = [];
  const follow = (parent: number | null, kids: readonly Node[]) => waiting.push(...arranged(parent, kids).toReversed());
  follow(null, roots);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, prefix } = next;
    const at = placed.length;
    const message = node === null ? unanswered(parent) : messageOf(node, parent, prefix);
    placed.push(message);
    let kids = node === null ? next.kids! : visible(node.kids);
    if (node !== null && message.role === "assistant") kids = appendedTo(message, kids);
    characters += sizeOf(message);
    if (characters > importLimits.characters || placed.length > importLimits.messages) throw new TooLarge();
    if (message.role === "user") {
      follow(at, kids);
      continue;
    }
    const others = kids.filter(({ role }) => role === "assistant");
    follow(
      at,
      kids.filter(({ role }) => role === "user"),
    );
    // Another way on from the middle of an answer is another version of the answer.
    if (node !== null) for (const kid of others.toReversed()) waiting.push({ node: kid, parent, prefix: message });
  }
  return placed;
}

/** An answer in several messages is one, as long as it goes on in one way. Answers what follows it. */
function appendedTo(answer: Placed, kids: Node[]): Node[] {
  let rest = kids;
  while (rest.length === 1 && rest[0]!.role === "assistant") {
    append(answer, rest[0]!);
    rest = visible(rest[0]!.kids);
  }
  return rest;
}

/** Where questions and answers follow the same question, the questions follow an answer without words. */
function arranged(parent: number | null, kids: readonly Node[]): Waiting[] {
  const questions = kids.filter(({ role }) => role === "user");
  if (questions.length === 0 || questions.length === kids.length) return kids.map((node) => ({ node, parent }));
  const answers = kids.filter(({ role }) => role !== "user").map((node): Waiting => ({ node, parent }));
  const isQuestionLast = kids.at(-1)!.role === "user";
  const unansweredOnes: Waiting = { node: null, parent, kids: questions };
  return isQuestionLast ? [...answers, unansweredOnes] : [unansweredOnes, ...answers];
}

function unanswered(parent: number | null): Placed {
  const parts: ForeignPart[] = [{ type: "text", text: "(Not answered.)" }];
  return { role: "assistant", parts, files: [], createdAt: null, parent, branch: 0, ids: new Set(), last: null };
}

function messageOf(node: Node, parent: number | null, prefix: Placed | undefined): Placed {
  const message: Placed = {
    role: node.role === "user" ? "user" : "assistant",
    parts: [...(prefix?.parts ?? [])],
    files: [...(prefix?.files ?? [])],
    createdAt: prefix?.createdAt ?? null,
    parent,
    branch: 0,
    ids: new Set(),
    last: null,
  };
  append(message, node);
  return message;
}

function append(message: Placed, { id, parts, files, createdAt }: Node): void {
  for (const part of parts) message.parts.push(part);
  for (const file of files) message.files.push(file);
  message.createdAt ??= createdAt;
  message.ids.add(id);
}

/** A file counts too: a message's files are in each of its versions. */
function sizeOf({ parts, files }: Placed): number {
  return parts.reduce((sum, part) => sum + (part.type === "text" ? part.text : part.reasoning).length, files.length * 100);
}

/** Where the shown path leads through: the message of the current node, or of the nearest shown one above it. */
function currentOf(nodes: ReadonlyMap<string, Node>, placed: readonly Placed[], current: string | null): number | null {
  const places = new Map<string, number>();
  for (const [at, { ids }] of placed.entries()) for (const id of ids) places.set(id, at);
  let node = current === null ? undefined : nodes.get(current);
  while (node !== undefined && !places.has(node.id)) node = node.parent === null ? undefined : nodes.get(node.parent);
  return node === undefined ? null : places.get(node.id)!;
}

/** A branch goes on with the latest of what follows. */
function markBranches(placed: readonly Placed[], current: number | null): void {
  let lastRoot: number | null = null;
  for (const [at, { parent }] of placed.entries()) {
    if (parent === null) lastRoot = at;
    else placed[parent]!.last = at;
  }
  for (let at = current; at !== null; at = placed[at]!.parent) {
    const { parent } = placed[at]!;
    if (parent === null) lastRoot = at;
    else placed[parent]!.last = at;
  }
  let branches = 0;
  for (const [at, message] of placed.entries()) {
    const parent = message.parent === null ? null : placed[message.parent]!;
    const resumes = parent === null ? at === lastRoot : parent.last === at;
    message.branch = resumes ? (parent?.branch ?? 0) : ++branches;
  }
}
