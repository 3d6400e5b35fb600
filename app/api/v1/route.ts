/*
 * Defines a public API route once: address, scope, input and output. Both the handler and the OpenAPI document come
 * from this definition, so they cannot disagree.
 */
import type { Hono } from "hono";
import type { z } from "zod";
import { scopeTitles, type Scope } from "#core/account/api-key.ts";
import { mayUse, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { bodyOf, personOf } from "../edge.ts";
import type { ApiContext, ApiEnv } from "../context.ts";

export type Given<Body, Query> = { c: ApiContext; me: Person; body: Body; query: Query; id: string };
export type Route<Body = unknown, Query = unknown> = {
  method: "get" | "post" | "patch";
  /** In OpenAPI's notation; `{id}` is the only parameter allowed. */
  path: `/v1/${string}`;
  /** Defaults to our own id format: any other names nothing that exists. */
  id?: z.ZodType<string>;
  scope: Scope;
  summary: string;
  description?: string;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  /** The body's type, if it is not JSON. */
  form?: { type: string; schema: object };
  answer: z.ZodType;
  /** It can also respond with a stream of these events. */
  streams?: z.ZodType;
  status?: 200 | 201;
  handle(given: Given<Body, Query>): Promise<unknown>;
};

/** Ties the types of body and query to their handler. */
export function route<Body, Query>(one: Route<Body, Query>): Route {
  return one as unknown as Route;
}

export function mount(app: Hono<ApiEnv>, one: Route): void {
  // Ids of models have slashes.
  const path = one.path.replace(/\{id\}$/, ":id{.+}").replace("{id}", ":id");
  app.on(one.method.toUpperCase(), path, async (c) => {
    const me = personOf(c);
    const use = c.get("use");
    if (use !== undefined) use.route = `${c.req.method} ${one.path}`;
    if (!mayUse(me, one.scope))
      throw problem("not-allowed", `This key lacks the scope ${one.scope} (${scopeTitles[one.scope].toLowerCase()}).`);
    const id = idOf(c, one);
    const query = one.query === undefined ? undefined : queryOf(c, one.query);
    const body = one.body === undefined ? undefined : await bodyOf(c, one.body);
    const answer = await one.handle({ c, me, body, query, id });
    return answer instanceof Response ? answer : c.json(answer as object, one.status ?? 200);
  });
}

function idOf(c: ApiContext, { id }: Route): string {
  const given = c.req.param("id") ?? "";
  if (id !== undefined && !id.safeParse(given).success) throw problem("not-found");
  return given;
}

function queryOf(c: ApiContext, schema: z.ZodType): unknown {
  const reading = schema.safeParse(c.req.query());
  if (reading.success) return reading.data;
  const issue = reading.error.issues[0];
  throw problem("bad-request", `${issue?.path.join(".") || "query"}: ${issue?.message ?? "not of the expected form"}`);
}
