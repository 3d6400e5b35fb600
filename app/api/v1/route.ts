/*
 * A route of the public API said once: its address, its scope, what it takes
 * and answers. The handler is mounted from it and the OpenAPI document is
 * written from it, so neither can say what the other does not.
 */
import type { Hono } from "hono";
import type { z } from "zod";
import { scopeTitles, type Scope } from "#core/account/api-key.ts";
import { mayUse, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { bodyOf, personOf, type ApiContext, type ApiEnv } from "../edge.ts";

export type Given<Body, Query> = { c: ApiContext; me: Person; body: Body; query: Query; id: string };
export type Route<Body = unknown, Query = unknown> = {
  method: "get" | "post" | "patch";
  /** As OpenAPI writes it; `{id}` is the only name in an address. */
  path: `/v1/${string}`;
  /** The id is one of ours: another form names nothing that exists. */
  id?: z.ZodType<string>;
  scope: Scope;
  summary: string;
  description?: string;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  /** What the body is, where it is not JSON. */
  form?: { type: string; schema: object };
  answer: z.ZodType;
  /** It can also answer as an event stream of such. */
  streams?: z.ZodType;
  status?: 200 | 201;
  handle(given: Given<Body, Query>): Promise<unknown>;
};

/** Keeps the types of body and query together with their handler. */
export function route<Body, Query>(one: Route<Body, Query>): Route {
  return one as unknown as Route;
}

export function mount(app: Hono<ApiEnv>, one: Route): void {
  const path = one.path.replace("{id}", ":id{.+}");
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
