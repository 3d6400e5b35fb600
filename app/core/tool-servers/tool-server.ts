/*
 * Servers of the Model Context Protocol whose tools a person lets answers use. What a server says about a tool reaches
 * the model, so it is read as hostile: cut to what a schema needs, shown to the person exactly as the model would read
 * it, and used only as it was when they accepted it.
 */
import { withoutInvisible } from "../text/invisible.ts";

export const toolServerLimits = {
  /** Of one person. */
  servers: 20,
  /** Of one server. */
  tools: 128,
  description: 2000,
  /** Of a description within a schema. */
  note: 400,
  schemaDepth: 8,
  schemaParts: 400,
  /** Of one result, in characters. */
  result: 60_000,
  /** Of one response, in bytes. */
  response: 4_000_000,
  /** Of the calls in one answer. */
  calls: 24,
  listSeconds: 20,
  callSeconds: 60,
  /** How long a question to the person stays open. */
  consentSeconds: 300,
  /** Of one response of an authorization server, in bytes. */
  signInResponse: 64_000,
  signInSeconds: 20,
  /** How long a person may take at the authorization server. */
  attemptSeconds: 900,
  /** A token is renewed this long before it expires. */
  renewSeconds: 60,
  /** Of an access or refresh token, in characters: it has to fit into a header. */
  token: 12_000,
} as const;

/** Asked for and not begun; signed in; or over, so that the person has to sign in again. */
export type SignInState = "needed" | "done" | "again";

/** A tool as the person reads it and the model gets it. */
export type ServerTool = {
  /** As its server calls it. */
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** The server's own word for it: shown, and never enough to act without having been asked once. */
  readsOnly: boolean;
};

export type ToolServer = {
  id: string;
  name: string;
  /** Null for a program of the installation. */
  address: string | null;
  /** Null without a key; empty for one too short to show a part of. */
  lastFour: string | null;
  /** False if the installation's secret has changed since the key was entered. */
  isReadable: boolean;
  /** Null if it asks for none; `at`: the authorization server's host. */
  signIn: { state: SignInState; at: string; clientId: string | null } | null;
  /** What the person has accepted. Nothing else is offered to a model. */
  tools: ServerTool[];
  /** What the server says now, if that is something else; `version` names it. */
  offered: { tools: ServerTool[]; version: string } | null;
};

/** Programs that the administrator has set up, and that the person doesn't use yet. */
export type ToolServers = { servers: ToolServer[]; programs: { name: string; description: string }[] };

/** Once, in this chat, from now on, or not. */
export const consentDecisions = ["once", "chat", "always", "refused"] as const;
export type ConsentDecision = (typeof consentDecisions)[number];

/** A call that waits for the person. */
export type PendingConsent = {
  id: string;
  callId: string;
  server: string;
  tool: string;
  title: string;
  description: string;
  input: unknown;
  /** Whether it may be allowed beyond this call. */
  mayLast: boolean;
  /** The input has names that pseudonyms replace on the way to models. */
  reveals: boolean;
};

const separator = "__";

/** What models call it; at most 64 characters, as their interfaces demand. */
export function modelToolName(slug: string, tool: string): string {
  return `${slug}${separator}${tool.replaceAll(/[^a-zA-Z0-9_-]/gu, "_")}`.slice(0, 64);
}

/** The parts of such a name; null for Stet's own tools. */
export function partsOfToolName(name: string): { slug: string; tool: string } | null {
  const at = name.indexOf(separator);
  return at < 1 ? null : { slug: name.slice(0, at), tool: name.slice(at + separator.length) };
}

/** A short name for its tools, unlike those that are taken. */
export function slugFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 16);
  const base = plain.replace(/^-/u, "").replace(/-$/u, "") || "server";
  let slug = base;
  for (let nth = 2; taken.includes(slug); nth++) slug = `${base}-${nth}`;
  return slug;
}

const schemaWords = new Set([
  "type",
  "properties",
  "required",
  "items",
  "enum",
  "const",
  "description",
  "default",
  "anyOf",
  "oneOf",
  "allOf",
  "format",
  "additionalProperties",
  "$ref",
  "$defs",
  "definitions",
]);
const namesAnything = new Set(["properties", "$defs", "definitions"]);

/** What a server says of its tools, made safe to show and to send. Throws a sentence that can be shown. */
export function readServerTools(listed: readonly ListedTool[]): ServerTool[] {
  if (listed.length > toolServerLimits.tools)
    throw new UnusableTools(`It offers ${listed.length} tools, more than the ${toolServerLimits.tools} that Stet takes.`);
  const tools = listed.map(readTool);
  const names = new Set(tools.map(({ name }) => name.replaceAll(/[^a-zA-Z0-9_-]/gu, "_").slice(0, 40)));
  if (names.size < tools.length) throw new UnusableTools("Two of its tools have the same name.");
  return tools;
}

/** A message for the person. */
export class UnusableTools extends Error {}

export type ListedTool = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: unknown;
  annotations?: { title?: string | undefined; readOnlyHint?: boolean | undefined } | undefined;
};

function readTool({ name, title, description = "", inputSchema, annotations }: ListedTool): ServerTool {
  if (name === "" || name.length > 128 || withoutInvisible(name) !== name)
    throw new UnusableTools("One of its tools has a name that cannot be used.");
  const left = { parts: toolServerLimits.schemaParts };
  return {
    name,
    title: words(title ?? annotations?.title ?? name, 80).replaceAll(/\s+/gu, " "),
    description: words(description, toolServerLimits.description),
    inputSchema: { type: "object", ...(readSchema(inputSchema, left, 0) as Record<string, unknown>) },
    readsOnly: annotations?.readOnlyHint === true,
  };
}

/** Only the words of a schema that say what the input looks like: a validator's other words can be made to take long. */
function readSchema(value: unknown, left: { parts: number }, depth: number): unknown {
  if (typeof value === "string") return words(value, toolServerLimits.note);
  if (typeof value !== "object" || value === null) return value;
  if (depth > toolServerLimits.schemaDepth || --left.parts < 0)
    throw new UnusableTools("The input of one of its tools is described at more length than Stet takes.");
  if (Array.isArray(value)) return value.slice(0, 200).map((one) => readSchema(one, left, depth + 1));
  const kept = Object.entries(value).flatMap(([key, own]) => {
    if (!schemaWords.has(key)) return [];
    if (key === "$ref") return typeof own === "string" && own.startsWith("#/") ? [[key, own]] : [];
    return [[key, namesAnything.has(key) ? readNamed(own, left, depth + 1) : readSchema(own, left, depth + 1)]];
  });
  return Object.fromEntries(kept) as Record<string, unknown>;
}

function readNamed(value: unknown, left: { parts: number }, depth: number): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const named = Object.entries(value).map(([name, own]) => [words(name, 100), readSchema(own, left, depth)]);
  return Object.fromEntries(named) as Record<string, unknown>;
}

function words(text: string, most: number): string {
  const plain = withoutInvisible(text).trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1)}…`;
}

/** In one order, so that the same tool is always the same text: what a server changes is found by comparing these. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, own]) => `${JSON.stringify(key)}:${canonical(own)}`).join(",")}}`;
}

export type ToolChange = { kind: "new" | "changed" | "gone" | "same"; tool: ServerTool; before: ServerTool | null };

/** What a person has to read again, first. */
export function changesBetween(accepted: readonly ServerTool[], offered: readonly ServerTool[]): ToolChange[] {
  const now = offered.map((tool): ToolChange => {
    const before = accepted.find(({ name }) => name === tool.name) ?? null;
    const kind = before === null ? "new" : canonical(before) === canonical(tool) ? "same" : "changed";
    return { kind, tool, before };
  });
  const gone = accepted
    .filter(({ name }) => !offered.some((tool) => tool.name === name))
    .map((tool): ToolChange => ({ kind: "gone", tool, before: tool }));
  const order = ["changed", "new", "gone", "same"];
  return [...now, ...gone].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
