/*
 * Defines a tool of the protocol once: its scope, its schemas, whose text it gives, and the work. What a client reads goes
 * on to a model, so where pseudonyms are on they are in everything that leaves, and are put back in what arrives.
 */
import type { z } from "zod";
import type { Scope } from "#core/account/api-key.ts";
import type { Person } from "#core/workspace/policy.ts";
import { secrecyAt } from "#server/models/secrecy.ts";
import type { Stet } from "#server/stet.ts";

export type Given = { stet: Stet; me: Person; signal: AbortSignal };

/** Whose text it is: a project's, or the organization's outside of projects; "public" is what anyone may read. */
export type Found = { of: "public" | { projectId: string | null } };

export type McpTool<Input = never, Output = unknown, Thing extends Found = Found> = {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  input: z.ZodType<Input>;
  output: z.ZodType<Output>;
  /** It adds something, which a person then accepts or rejects. */
  proposes?: boolean;
  /** Finds what is asked for, by its ids, or refuses. */
  find(given: Given, input: NoInfer<Input>): Promise<Thing>;
  run(given: Given, input: NoInfer<Input>, found: Thing): Promise<Output>;
};

/** Ties the types of input, output and what is found to each other. */
export function tool<Input, Output, Thing extends Found>(one: McpTool<Input, Output, Thing>): McpTool {
  return one as unknown as McpTool;
}

export const published = { of: "public" } as const;

export async function runTool(one: McpTool, given: Given, input: unknown): Promise<unknown> {
  const found = await one.find(given, input as never);
  if (found.of === "public") return one.run(given, input as never, found);
  const { organizationId, userId } = given.me;
  const secrecy = secrecyAt(given.stet.db, { organizationId, userId, projectId: found.of.projectId });
  const known = await secrecy.open([]);
  const actual = known === null ? input : changed(input, (text) => known.putBack(text));
  return replaced(await one.run(given, actual as never, found), secrecy);
}

/** With the pseudonyms of a place, if they are on there. */
export async function replaced<T>(value: T, secrecy: ReturnType<typeof secrecyAt>): Promise<T> {
  const texts: string[] = [];
  changed(value, (text) => {
    texts.push(text);
    return text;
  });
  const names = await secrecy.open(texts);
  return names === null ? value : (changed(value, (text) => names.replace(text)) as T);
}

/** Every text in it, but no id and no address. */
function changed(value: unknown, change: (text: string) => string, field = ""): unknown {
  if (typeof value === "string") return isReference.test(field) ? value : change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => changed(one, change, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, change, key)]));
}

const isReference = /(?:^|_)(?:ids?|ref|url|at|verdict|state|status)$/;
