import { expect, test } from "vitest";
import { faultOfSchema, faultOfStrictSchema, matchesSchema, type JsonSchema } from "./json-schema.ts";

const object = (properties: object, more: object = {}): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const party = object({ name: { type: "string" }, age: { type: ["integer", "null"] } });
const tree = object(
  { root: { $ref: "#/$defs/node" } },
  { $defs: { node: object({ word: { type: "string" }, below: { type: "array", items: { $ref: "#/$defs/node" } } }) } },
);
const deep = (levels: number): JsonSchema => (levels === 0 ? { type: "string" } : { type: "array", items: deep(levels - 1) });

test.each<[JsonSchema, string | null]>([
  [party, null],
  [tree, null],
  [{}, null],
  [{ type: "text" }, "schema.type: has to be one of object, array, string, number, integer, boolean, null"],
  [{ properties: [] }, "schema.properties: has to be an object"],
  [{ properties: { a: 1 } }, "schema.properties.a: has to be an object"],
  [{ items: { $ref: "https://example.org/a.json" } }, "schema.items.$ref: has to name a definition, such as #/$defs/name"],
  [{ $ref: "#/$defs/toString", $defs: {} }, "schema.$ref: has to name a definition, such as #/$defs/name"],
  [{ anyOf: [] }, "schema.anyOf: has to be a list of schemas"],
  [{ required: [1] }, "schema.required: has to be a list of names"],
  [{ enum: [{}] }, "schema.enum: has to be a list of texts, numbers, true, false or null"],
])("%j can be used, but for: %s", (schema, fault) => {
  expect(faultOfSchema(schema)).toBe(fault);
});

test("a schema without an end is refused", () => {
  expect(faultOfSchema(deep(60))).toMatch(/too large or too deep$/);
  expect(faultOfSchema(object(Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`p${n}`, {}]))))).toMatch(/too large/);
});

test.each<[JsonSchema, string | null]>([
  [party, null],
  [tree, null],
  [{ type: "array", items: party }, "schema: with strict, the schema has to be an object"],
  [{ ...party, additionalProperties: undefined }, "schema: with strict, additionalProperties has to be false"],
  [{ ...party, required: ["name"] }, "schema: with strict, required has to name every property; age is missing"],
  [
    object({ list: { type: "array", items: { type: "object" } } }),
    "schema.properties.list.items: with strict, additionalProperties has to be false",
  ],
])("strict wants of %j: %s", (schema, fault) => {
  expect(faultOfStrictSchema(schema)).toBe(fault);
});

test.each<[unknown, JsonSchema, boolean]>([
  [{ name: "Ada", age: null }, party, true],
  [{ name: "Ada", age: 36.5 }, party, false],
  [{ name: "Ada" }, party, false],
  [{ name: "Ada", age: 1, more: 1 }, party, false],
  [[], party, false],
  [{ root: { word: "a", below: [{ word: "b", below: [] }] } }, tree, true],
  [{ root: { word: "a", below: [{ word: 1, below: [] }] } }, tree, false],
  ["b", { enum: ["a", "b"] }, true],
  ["c", { enum: ["a", "b"] }, false],
  [1, { const: 1 }, true],
  [2, { anyOf: [{ type: "string" }, { type: "integer" }] }, true],
  [true, { anyOf: [{ type: "string" }, { type: "integer" }] }, false],
])("%j matches %j: %s", (value, schema, isMatch) => {
  expect(matchesSchema(value, schema)).toBe(isMatch);
});

test("references that go round, and alternatives that multiply, come to an end", () => {
  expect(matchesSchema(1, { $ref: "#" })).toBe(true);
  const twice = { type: "array", anyOf: [{ items: { $ref: "#" } }, { items: { $ref: "#" } }] };
  let value: unknown = "not a list";
  for (let level = 0; level < 60; level++) value = [value];
  expect(typeof matchesSchema(value, twice)).toBe("boolean");
});
