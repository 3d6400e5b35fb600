/*
 * The public API's OpenAPI document, prepared for display: operations by subject,
 * and every field as one row, nested ones with their full path. Whatever does not
 * have the expected shape is shown as far as possible.
 */
export type Field = { path: string; type: string; required: boolean; note: string };
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Field[];
  body: Field[];
  /** The content type of a body that is not JSON, such as multipart/form-data. */
  bodyType: string | null;
  status: string;
  answer: Field[];
  streams: boolean;
};
export type ApiReference = {
  version: string;
  description: string;
  server: string;
  keys: string;
  errors: { status: string; meaning: string }[];
  groups: { name: string; operations: Operation[] }[];
};

type Json = { readonly [key: string]: unknown };

const methods = ["get", "post", "put", "patch", "delete"];
/** For deeper fields, see the document itself. */
const maxDepth = 4;

export function readReference(document: unknown): ApiReference | null {
  const root = jsonAt(document);
  const paths = jsonAt(root["paths"]);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (isJson(jsonAt(item)[method]) ? [operationOf(method, path, jsonAt(jsonAt(item)[method]))] : [])),
  );
  if (operations.length === 0) return null;
  const components = jsonAt(root["components"]);
  const names = [...new Set(operations.map(({ path }) => groupOf(path)))];
  return {
    version: textAt(jsonAt(root["info"])["version"]),
    description: textAt(jsonAt(root["info"])["description"]),
    server: textAt(jsonAt(listAt(root["servers"])[0])["url"]),
    keys: textAt(jsonAt(Object.values(jsonAt(components["securitySchemes"]))[0])["description"]),
    errors: Object.entries(jsonAt(components["responses"])).map(([name, response]) => ({
      status: name.replace(/\D+/, ""),
      meaning: textAt(jsonAt(response)["description"]),
    })),
    groups: names.map((name) => ({ name, operations: operations.filter(({ path }) => groupOf(path) === name) })),
  };
}

function groupOf(path: string): string {
  const words = (path.split("/")[1] ?? "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function operationOf(method: string, path: string, operation: Json): Operation {
  const [bodyType, body] = contentOf(operation["requestBody"]);
  const responses = Object.entries(jsonAt(operation["responses"]));
  const [status, response] = responses.find(([code]) => code.startsWith("2")) ?? ["", undefined];
  const [, answer] = contentOf(response);
  return {
    id: textAt(operation["operationId"]) || `${method}${path}`.replaceAll(/\W+/g, "-"),
    method: method.toUpperCase(),
    path,
    summary: textAt(operation["summary"]),
    description: textAt(operation["description"]),
    parameters: listAt(operation["parameters"]).map((one) => parameterOf(jsonAt(one))),
    body: fieldsOf(body),
    bodyType: bodyType === "application/json" || bodyType === "" ? null : bodyType,
    status,
    answer: fieldsOf(answer),
    streams: isJson(jsonAt(jsonAt(response)["content"])["text/event-stream"]),
  };
}

function parameterOf(parameter: Json): Field {
  const schema = jsonAt(parameter["schema"]);
  const where = parameter["in"] === "path" ? "in the address" : `in the ${textAt(parameter["in"])}`;
  const note = [where, textAt(parameter["description"]) || noteOf(schema)].filter(Boolean).join("; ");
  return { path: textAt(parameter["name"]), type: typeOf(schema), required: parameter["required"] === true, note };
}

function contentOf(holder: unknown): [type: string, schema: Json] {
  const content = Object.entries(jsonAt(jsonAt(holder)["content"]));
  const [type, media] = content.find(([name]) => name === "application/json") ?? content[0] ?? ["", undefined];
  return [type, jsonAt(jsonAt(media)["schema"])];
}

export function fieldsOf(schema: Json, before = "", depth = 0): Field[] {
  if (depth > maxDepth) return [];
  const required = new Set(listAt(schema["required"]));
  return Object.entries(jsonAt(schema["properties"])).flatMap(([name, value]) => {
    const field = jsonAt(value);
    const path = `${before}${name}`;
    const row = { path, type: typeOf(field), required: required.has(name), note: noteOf(field) };
    return [row].concat(childrenOf(field, path, depth));
  });
}

function childrenOf(field: Json, path: string, depth: number): Field[] {
  if (field["type"] === "array") return nestedOf(jsonAt(field["items"]), `${path}[]`, depth);
  return nestedOf(field, path, depth);
}

/** For a union, the fields of all variants are merged, each listed once with every type it may have. */
function nestedOf(schema: Json, path: string, depth: number): Field[] {
  const forms = [schema, ...variantsOf(schema)].map((form) => (form["type"] === "array" ? jsonAt(form["items"]) : form));
  const rows = new Map<string, Field>();
  for (const row of forms.flatMap((form) => fieldsOf(form, `${path}.`, depth + 1))) {
    const told = rows.get(row.path);
    const types = new Set([...(told?.type.split(" or ") ?? []), ...row.type.split(" or ")]);
    rows.set(row.path, { ...row, ...told, type: [...types].join(" or ") });
  }
  return [...rows.values()];
}

function typeOf(schema: Json): string {
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  const choices = listAt(schema["enum"]);
  if (choices.length > 0) return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(" or ");
  if (schema["type"] === "array") return `list of ${typeOf(jsonAt(schema["items"]))}`;
  if (Array.isArray(schema["type"])) return schema["type"].join(" or ");
  const format = schema["format"] === "uuid" || schema["format"] === "date-time" ? `${textAt(schema["format"])}` : "";
  return format || textAt(schema["type"]) || "any";
}

function noteOf(schema: Json): string {
  const notes = [textAt(schema["description"])];
  if (schema["default"] !== undefined && schema["default"] !== "") notes.push(`Default ${JSON.stringify(schema["default"])}.`);
  if (typeof schema["maxLength"] === "number") notes.push(`At most ${schema["maxLength"].toLocaleString("en")} characters.`);
  return notes.filter(Boolean).join(" ");
}

function variantsOf(schema: Json): Json[] {
  return [...listAt(schema["oneOf"]), ...listAt(schema["anyOf"])].filter(isJson);
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function jsonAt(value: unknown): Json {
  return isJson(value) ? value : {};
}

function listAt(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textAt(value: unknown): string {
  return typeof value === "string" ? value : "";
}
