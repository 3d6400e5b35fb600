/*
 * Reads a request's body once, within the limits of its address, before any handler. A body that is too large is
 * refused by its announced length without reading a byte, or when it grows past the limit; the connection is then
 * closed because the rest is not read.
 */
import { JsonText } from "#core/text/json-text.ts";
import { problem } from "#core/workspace/problem.ts";
import { longWork } from "#server/long-work/long-work.ts";
import type { AddressRules } from "./address-rules.ts";
import type { ApiContext } from "./context.ts";
import type { Body } from "./context.ts";

/** Refuses what the headers alone rule out. */
export function refuseByHead(c: ApiContext, { takes, bytes }: AddressRules): void {
  if (takes === "nothing" && !isSafe(c)) throw closing(problem("method-not-allowed"));
  const length = c.req.header("content-length");
  const hasBody = length === undefined ? c.req.header("transfer-encoding") !== undefined : length !== "0";
  if (!hasBody) return;
  if (takes === "nothing") throw closing(problem("bad-request", "Nothing can be sent with this request."));
  if (length !== undefined && Number(length) > bytes) throw closing(problem("too-large"));
  if (!hasType(c, takes)) throw closing(problem(takes === "form" ? "bad-request" : "wrong-content-type"));
}

const types: Partial<Record<AddressRules["takes"], RegExp>> = {
  json: /^application\/json\b/i,
  form: /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i,
};

function hasType(c: ApiContext, takes: AddressRules["takes"]): boolean {
  return types[takes]?.test(c.req.header("content-type") ?? "") ?? true;
}

function isSafe(c: ApiContext): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}

/** Replaces the request's body with what was read, so that it can be read again. */
export async function takeBody(c: ApiContext, rules: AddressRules): Promise<Body> {
  if (isSafe(c) || rules.takes === "stream") return {};
  const { raw } = c.req;
  const bytes = await bytesOf(raw, rules);
  if (bytes.length > 0 && !hasType(c, rules.takes)) throw problem("wrong-content-type");
  c.req.raw = new Request(raw.url, {
    method: raw.method,
    headers: raw.headers,
    signal: raw.signal,
    ...(bytes.length > 0 && { body: bytes }),
  });
  if (bytes.length === 0) return {};
  if (rules.takes === "json") return jsonOf(c, bytes, rules);
  if (rules.takes === "form") return { form: await formOf(bytes, raw, rules) };
  return {};
}

async function bytesOf({ body }: Request, { bytes: most, bodySeconds }: AddressRules): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, bodySeconds * 1000);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > most) {
        void reader.cancel();
        throw closing(problem("too-large"));
      }
      chunks.push(next.value);
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    // The sender has hung up, so there is no one to answer.
    throw closing(problem("bad-request", "The body did not arrive whole."));
  } finally {
    clearTimeout(late);
  }
  if (isLate) throw closing(problem("too-slow"));
  return chunks.length === 1 ? new Uint8Array(chunks[0]!) : new Uint8Array(Buffer.concat(chunks));
}

async function jsonOf(c: ApiContext, bytes: Uint8Array, rules: AddressRules): Promise<Body> {
  const { parts, members, depth, asText } = rules;
  const given = { bytes, limits: { parts, members, depth }, asText };
  const read = await longWork(c.get("actor") ?? null, "readBody", given, c.req.raw.signal);
  if (read.kind === "exceeded") throw problem("too-large", tooMuch[read.limit](rules));
  // The handler refuses if it needs a body.
  if (read.kind === "no-json") return {};
  for (const [name, text] of Object.entries(read.texts)) (read.value as Record<string, unknown>)[name] = new JsonText(text);
  return { json: { value: read.value } };
}

const count = new Intl.NumberFormat("en");
const tooMuch = {
  parts: ({ parts }: AddressRules) => `The body holds more than ${count.format(parts)} values.`,
  members: ({ members }: AddressRules) => `An object in the body has more than ${count.format(members)} members.`,
  depth: ({ depth }: AddressRules) => `The body is nested more than ${depth} deep.`,
};

async function formOf(bytes: Uint8Array<ArrayBuffer>, { headers }: Request, { fields }: AddressRules): Promise<FormData> {
  const type = headers.get("content-type") ?? "";
  if (!/^multipart/i.test(type) && separators(bytes) >= fields) throw problem("too-large", `A form has at most ${fields} fields.`);
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => {
    throw problem("bad-request", "The form could not be read.");
  });
  if ([...form.keys()].length > fields) throw problem("too-large", `A form has at most ${fields} fields.`);
  return form;
}

function separators(bytes: Uint8Array): number {
  let found = 0;
  for (const byte of bytes) if (byte === 0x26) found++;
  return found;
}

function closing(refusal: Response): Response {
  refusal.headers.set("connection", "close");
  return refusal;
}
