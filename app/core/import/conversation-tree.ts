/*
 * Converts a message tree to chat rows in which every message follows its
 * parent: the visible path is branch 0, and every other leaf is a branch of its
 * own, which the chat shows as versions.
 *
 * Versions share a parent and a role. So an answer in several messages becomes
 * one, and where a question and an answer follow the same message the tree is
 * rearranged. No text is lost.
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
  /** Nodes with a duplicate id. */
  repeated: number;
  /** Cycles that were cut. */
  repaired: number;
};

/** Thrown for a chat above the import limit. */
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

/** Afterward every parent exists, and every walk up terminates. */
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

/** The visible children, with hidden ones replaced by their own. Order is preserved. */
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
    // A fork in the middle of an answer is another version of the answer.
    if (node !== null) for (const kid of others.toReversed()) waiting.push({ node: kid, parent, prefix: message });
  }
  return placed;
}

/** Merges an answer in several messages, up to a fork. Returns what follows it. */
function appendedTo(answer: Placed, kids: Node[]): Node[] {
  let rest = kids;
  while (rest.length === 1 && rest[0]!.role === "assistant") {
    append(answer, rest[0]!);
    rest = visible(rest[0]!.kids);
  }
  return rest;
}

/** If both questions and answers follow a question, the questions are moved below a placeholder answer. */
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

/** Files count too, once for each version of a message. */
function sizeOf({ parts, files }: Placed): number {
  return parts.reduce((sum, part) => sum + (part.type === "text" ? part.text : part.reasoning).length, files.length * 100);
}

/** The end of the visible path: the current node's message, or that of its nearest visible ancestor. */
function currentOf(nodes: ReadonlyMap<string, Node>, placed: readonly Placed[], current: string | null): number | null {
  const places = new Map<string, number>();
  for (const [at, { ids }] of placed.entries()) for (const id of ids) places.set(id, at);
  let node = current === null ? undefined : nodes.get(current);
  while (node !== undefined && !places.has(node.id)) node = node.parent === null ? undefined : nodes.get(node.parent);
  return node === undefined ? null : places.get(node.id)!;
}

/** A branch continues with the latest child. */
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
