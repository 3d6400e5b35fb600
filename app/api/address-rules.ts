/* The defaults for every address. A row of addresses.ts states only what differs. */
import type { JsonLimits } from "#core/text/json-limits.ts";

export type AddressRules = JsonLimits & {
  /** A signed-in person; anyone; an API key; or "unasked": the session is not looked up. */
  who: "person" | "anyone" | "key" | "unasked";
  /** The kind of body. "stream": the handler counts it as it arrives; "nothing": there is none. */
  takes: "json" | "form" | "text" | "stream" | "nothing";
  /** Maximum size of the body, and the time it may take to arrive. */
  bytes: number;
  bodySeconds: number;
  /** Members of a JSON body that may be large trees: handlers take them as text (core/text/json-text.ts). */
  asText: readonly string[];
  /** Maximum number of form fields. */
  fields: number;
  /** Requests per person, or per network for visitors. */
  perMinute: number;
  atOnce: number;
  /** Time until the response begins; a stream may take longer. */
  seconds: number;
  /**
   * "own": what changes something must come from our own pages. "program": any request must come from no page of
   * another site, nor under another site's name.
   */
  origin: "own" | "program" | "any";
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

/** Unknown API addresses answer 404 to everyone. */
export const unlistedRules: AddressRules = { ...defaultRules, who: "unasked", takes: "text" };

/** A page without a form answers 405. */
export const unlistedFormRules: AddressRules = { ...defaultRules, who: "unasked", takes: "nothing" };
