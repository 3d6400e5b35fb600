/*
 * A chat exported from another product, in a common form: nodes with their
 * parents. It is untrusted, so it is read field by field and nothing is assumed
 * to exist.
 */
import type { ImportSource, LeftOutPart } from "./import-sources.ts";

export type ForeignPart = { type: "text"; text: string } | { type: "reasoning"; reasoning: string };

/** `text` is the file's text according to the export; `inArchive` is the prefix of its entry's name. */
export type ForeignFile = { name: string; text?: string; inArchive?: string };

export type ForeignNode = {
  id: string;
  parent: string | null;
  /** "hidden" nodes only connect the others. */
  role: "user" | "assistant" | "hidden";
  parts: ForeignPart[];
  files: ForeignFile[];
  /** Milliseconds since 1970. */
  createdAt: number | null;
};

export type ForeignChat = {
  source: ImportSource;
  key: string;
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  nodes: ForeignNode[];
  /** The last visible node; null if the export doesn't have it. */
  current: string | null;
  leftOut: LeftOutPart[];
};

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An id; some exports have numbers. */
export function idOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && value.length <= 300 ? value : null;
}

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** Accepts seconds, milliseconds or an ISO date; null for anything before 2000 or invalid. */
export function timeOf(value: unknown): number | null {
  const given = typeof value === "number" ? value * (value < 1e11 ? 1000 : 1) : Date.parse(textOf(value));
  const time = Math.round(given);
  return time >= earliest && time < latest ? time : null;
}

export function textPart(text: string): ForeignPart[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

export function reasoningPart(reasoning: string): ForeignPart[] {
  return reasoning.trim() === "" ? [] : [{ type: "reasoning", reasoning }];
}

/** A code block with a fence long enough for its content. */
export function fencedCode(code: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${/^[\w+#.-]{0,30}$/.test(language) ? language : ""}\n${code}\n${fence}`;
}
