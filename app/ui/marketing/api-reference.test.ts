import { expect, test } from "vitest";
import { fieldsOf, readReference } from "./api-reference.ts";

const document = {
  openapi: "3.1.0",
  info: { version: "1.0.0", description: "All of it." },
  servers: [{ url: "https://stet.example/v1" }],
  components: {
    responses: { Error404: { description: "It does not exist." } },
    securitySchemes: { key: { description: "A key." } },
  },
  paths: {
    "/drafts/{id}": {
      patch: {
        operationId: "patchDraft",
        summary: "Change a draft",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { name: { type: "string", maxLength: 200 } }, required: ["name"] },
            },
          },
        },
        responses: {
          "200": {
            content: {
              "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } },
              "text/event-stream": {},
            },
          },
          "404": {},
        },
      },
    },
    "/drafts": { get: { summary: "List drafts", responses: { "200": {} } } },
    "/chat/completions": { post: { summary: "Ask", responses: { "200": {} } } },
  },
};

test("operations stand by what they are about, with what they take and answer", () => {
  const reference = readReference(document)!;
  expect(reference.groups.map(({ name, operations }) => [name, operations.length])).toEqual([
    ["Drafts", 2],
    ["Chat", 1],
  ]);
  expect(reference).toMatchObject({
    server: "https://stet.example/v1",
    errors: [{ status: "404", meaning: "It does not exist." }],
  });
  expect(reference.groups[0]?.operations[0]).toMatchObject({
    id: "patchDraft",
    method: "PATCH",
    parameters: [{ path: "id", type: "uuid", required: true, note: "in the address" }],
    body: [{ path: "name", type: "string", required: true, note: "At most 200 characters." }],
    answer: [{ path: "id", required: false }],
    status: "200",
    streams: true,
  });
});

test("nested fields are told by their whole path, and those of several forms once", () => {
  const text = { type: "object", properties: { type: { const: "text" }, text: { type: "string" } }, required: ["text"] };
  const picture = { type: "object", properties: { type: { const: "image" }, url: { type: "string" } } };
  const schema = {
    properties: {
      messages: { type: "array", items: { oneOf: [text, picture] } },
      stop: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
  };
  expect(fieldsOf(schema).map(({ path, type }) => [path, type])).toEqual([
    ["messages", "list of object"],
    ["messages[].type", '"text" or "image"'],
    ["messages[].text", "string"],
    ["messages[].url", "string"],
    ["stop", "string or null"],
  ]);
});

test("a schema that holds itself comes to an end, and nonsense is no reference", () => {
  const self: Record<string, unknown> = { type: "object" };
  self["properties"] = { self };
  expect(fieldsOf(self).length).toBeLessThan(10);
  for (const nonsense of [null, 3, [], {}, { paths: { "/a": 3 } }]) expect(readReference(nonsense)).toBeNull();
});
