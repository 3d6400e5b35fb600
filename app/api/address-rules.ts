/* What holds at an address. A row of addresses.ts states only where it differs from these. */
import type { JsonLimits } from "#core/text/json-limits.ts";

export type AddressRules = JsonLimits & {
  /** A person signed in; anyone; a key of the public API; or "unasked": nobody is looked up. */
  who: "person" | "anyone" | "key" | "unasked";
  /** What a body is. "stream": its handler counts it as it comes; "nothing": there is none. */
  takes: "json" | "form" | "text" | "stream" | "nothing";
  /** Of a body, and how long it may take to arrive. */
  bytes: number;
  bodySeconds: number;
  /** Members of a JSON body that may be long trees: their handler takes them as text (core/text/json-text.ts). */
  asText: readonly string[];
  /** Of a form. */
  fields: number;
  /** Requests from one person, or from the network of a visitor. */
  perMinute: number;
  atOnce: number;
  /** Until an answer begins. A stream may then go on. */
  seconds: number;
  /** Whether a request that changes something must come from our own pages. */
  origin: "own" | "any";
};

export const defaultRules: AddressRules = {
  who: "person",
  takes: "json",
  bytes: 64 * 1024,
  bodySeconds: 60,
  parts: 5000,
  members: 1000,
  depth: 32,
  asText: [],
  fields: 200,
  perMinute: 600,
  atOnce: 40,
  seconds: 60,
  origin: "own",
};

/** What is no address of the API is answered with 404, whoever asks. */
export const unlistedRules: AddressRules = { ...defaultRules, who: "unasked", takes: "text" };

/** A page that takes no form is answered with 405. */
export const unlistedFormRules: AddressRules = { ...defaultRules, who: "unasked", takes: "nothing" };
