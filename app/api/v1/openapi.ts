/* The OpenAPI 3.1 document, generated from the routes: the schemas that validate a request also describe it. */
import { z } from "zod";
import { scopes, scopeTitles } from "#core/account/api-key.ts";
import type { Route } from "./route.ts";

const errorSchema = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string() }),
});

const errors = {
  "400": "The request is wrong; `param` says where.",
  "401": "The key is missing, unknown, revoked or expired.",
  "403": "The key lacks a scope, or the plan does not include this.",
  "404": "It does not exist, or the key's organization may not see it.",
  "429": "Too many requests: see Retry-After and the x-ratelimit headers.",
  "500": "Something went wrong here.",
  "502": "The model's provider could not be asked, or broke off.",
} as const;

export function openApiOf(routes: readonly Route[], serverUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of routes) {
    const path = one.path.slice("/v1".length);
    paths[path] = { ...paths[path], [one.method]: operationOf(one) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Stet",
      version: "1.0.0",
      description: "Models, projects, drafts, reviews and files of an organization. Any client of OpenAI's chat completions works.",
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: `An API key of the organization. Scopes: ${scopes.map((scope) => `${scope} (${scopeTitles[scope].toLowerCase()})`).join(", ")}.`,
        },
      },
      schemas: { Error: jsonSchema(errorSchema, "output") },
      responses: Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [
          `Error${status}`,
          { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
        ]),
      ),
    },
  };
}

function operationOf(one: Route): object {
  const { method, path, scope, summary, description, status = 200 } = one;
  const body = one.body === undefined ? one.form?.schema : jsonSchema(one.body, "input");
  return {
    operationId: `${method}${path.slice(3).replaceAll(/[^a-z]+(\w?)/gi, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description: [description, `Scope: ${scope}.`].filter(Boolean).join("\n\n"),
    parameters: parametersOf(one),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [one.form?.type ?? "application/json"]: { schema: body } } } }),
    responses: {
      [status]: {
        description: "Done.",
        headers: Object.fromEntries(
          ["x-ratelimit-limit-requests", "x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"].map((name) => [
            name,
            { schema: { type: "string" } },
          ]),
        ),
        content: {
          "application/json": { schema: jsonSchema(one.answer, "output") },
          ...(one.streams === undefined ? {} : { "text/event-stream": { schema: jsonSchema(one.streams, "output") } }),
        },
      },
      ...Object.fromEntries(Object.keys(errors).map((code) => [code, { $ref: `#/components/responses/Error${code}` }])),
    },
  };
}

function parametersOf({ path, query }: Route): object[] {
  const inPath = path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }] : [];
  if (query === undefined) return inPath;
  const { properties = {}, required = [] } = jsonSchema(query, "input") as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => {
    return { name, in: "query", required: required.includes(name), description, schema };
  });
  return [...inPath, ...inQuery];
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any" });
  return rest;
}
