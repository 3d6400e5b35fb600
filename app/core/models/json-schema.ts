/*
 * The JSON Schemas in which a program may ask for an answer: the subset that providers' structured outputs share. A
 * schema outside it is refused before anything is sent, and the finished answer is checked against it, since smaller
 * servers ignore what they do not know.
 */
export type JsonSchema = { readonly [keyword: string]: unknown };

const deepestSchema = 40;
const mostNodes = 5_000;
/** Alternatives and references can multiply: beyond this an answer is not checked further. */
const mostSteps = 200_000;

const types = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** Why the schema cannot be used, as the path of the fault and a reason; null if it can. */
export function faultOfSchema(root: JsonSchema): string | null {
  let nodes = 0;
  const objectIn = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null && !Array.isArray(value);

  function faultAt(schema: unknown, path: string, depth: number): string | null {
    if (!objectIn(schema)) return `${path}: has to be an object`;
    if (++nodes > mostNodes || depth > deepestSchema) return `${path}: the schema is too large or too deep`;
    const { $ref: reference, type, required, properties, anyOf, $defs: definitions } = schema;
    if (reference !== undefined && resolve(root, reference) === undefined)
      return `${path}.$ref: has to name a definition, such as #/$defs/name`;
    for (const one of Array.isArray(type) ? type : type === undefined ? [] : [type])
      if (!types.includes(one as string)) return `${path}.type: has to be one of ${types.join(", ")}`;
    if (properties !== undefined && !objectIn(properties)) return `${path}.properties: has to be an object`;
    if (definitions !== undefined && !objectIn(definitions)) return `${path}.$defs: has to be an object`;
    if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string")))
      return `${path}.required: has to be a list of names`;
    if (anyOf !== undefined && !(Array.isArray(anyOf) && anyOf.length > 0)) return `${path}.anyOf: has to be a list of schemas`;
    if (schema["enum"] !== undefined && !(Array.isArray(schema["enum"]) && schema["enum"].every(isPlain)))
      return `${path}.enum: has to be a list of texts, numbers, true, false or null`;
    if (schema["const"] !== undefined && !isPlain(schema["const"]))
      return `${path}.const: has to be a text, a number, true, false or null`;
    for (const [name, one] of innerOf(schema)) {
      const fault = faultAt(one, `${path}.${name}`, depth + 1);
      if (fault !== null) return fault;
    }
    return null;
  }

  return faultAt(root, "schema", 0);
}

/** What strict adherence requires of every object: all properties required, and no others. Null if it is so. */
export function faultOfStrictSchema(root: JsonSchema): string | null {
  function faultAt(schema: JsonSchema, path: string): string | null {
    const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
    const isObject = schema["type"] === "object" || schema["properties"] !== undefined;
    if (isObject && schema["additionalProperties"] !== false) return `${path}: with strict, additionalProperties has to be false`;
    const required = new Set((schema["required"] ?? []) as string[]);
    const optional = Object.keys(properties).find((name) => !required.has(name));
    if (optional !== undefined) return `${path}: with strict, required has to name every property; ${optional} is missing`;
    for (const [name, one] of innerOf(schema)) {
      const fault = faultAt(one as JsonSchema, `${path}.${name}`);
      if (fault !== null) return fault;
    }
    return null;
  }
  if (root["type"] !== "object") return "schema: with strict, the schema has to be an object";
  return faultAt(root, "schema");
}

/** The schemas directly inside one whose keywords have the right form, by their paths. */
function innerOf({ properties, $defs: definitions, items, anyOf }: JsonSchema): [path: string, schema: unknown][] {
  const named = (keyword: string, given: unknown) =>
    Object.entries((given ?? {}) as object).map(([name, one]): [string, unknown] => [`${keyword}.${name}`, one]);
  return [
    ...named("properties", properties),
    ...named("$defs", definitions),
    ...(items === undefined ? [] : [["items", items] as [string, unknown]]),
    ...named("anyOf", anyOf),
  ];
}

function resolve(root: JsonSchema, reference: unknown): JsonSchema | undefined {
  if (reference === "#") return root;
  if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return undefined;
  const name = reference.slice("#/$defs/".length);
  const definitions = root["$defs"];
  if (typeof definitions !== "object" || definitions === null || !Object.hasOwn(definitions, name)) return undefined;
  return (definitions as Record<string, JsonSchema>)[name];
}

/** Whether a value has the schema's types, properties, lists and choices. Patterns, lengths and ranges are not looked at. */
export function matchesSchema(value: unknown, root: JsonSchema): boolean {
  let steps = 0;

  function matches(given: unknown, schema: JsonSchema, depth: number): boolean {
    // Given up: what cannot be decided counts as matching.
    if (++steps > mostSteps || depth > 500) return true;
    if (schema["$ref"] !== undefined) {
      const target = resolve(root, schema["$ref"]);
      if (target !== undefined && !matches(given, target, depth + 1)) return false;
    }
    const type = schema["type"];
    if (type !== undefined && !(Array.isArray(type) ? type : [type]).some((one) => isOfType(given, one))) return false;
    if (schema["const"] !== undefined && given !== schema["const"]) return false;
    const choices = schema["enum"] as unknown[] | undefined;
    if (choices !== undefined && !choices.includes(given)) return false;
    const anyOf = schema["anyOf"] as JsonSchema[] | undefined;
    if (anyOf !== undefined && !anyOf.some((one) => matches(given, one, depth + 1))) return false;
    if (Array.isArray(given)) {
      const items = schema["items"] as JsonSchema | undefined;
      return items === undefined || given.every((one) => matches(one, items, depth + 1));
    }
    return typeof given !== "object" || given === null || hasProperties(given as Record<string, unknown>, schema, depth);
  }

  function hasProperties(given: Record<string, unknown>, schema: JsonSchema, depth: number): boolean {
    const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
    const required = (schema["required"] ?? []) as string[];
    if (!required.every((name) => Object.hasOwn(given, name))) return false;
    return Object.entries(given).every(([name, one]) =>
      Object.hasOwn(properties, name) ? matches(one, properties[name]!, depth + 1) : schema["additionalProperties"] !== false,
    );
  }

  return matches(value, root, 0);
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object";
}
