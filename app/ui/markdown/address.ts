/*
 * The link addresses allowed in model output: http, https, mailto, a fragment of
 * this page, or a path on this site. Anything else stays plain text.
 */
import { namesUser } from "#core/text/safe-href.ts";

const allowedSchemes = new Set(["http", "https", "mailto"]);

/**
 * Browsers drop tabs and line breaks inside an address before parsing the scheme,
 * so they are removed before the check.
 */
export function withoutControls(address: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return address.replace(/[\u0000-\u001f\u007f-\u009f]/g, "").trim();
}

export function isSafeAddress(address: string): boolean {
  const bare = withoutControls(address);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1];
  return (scheme === undefined || allowedSchemes.has(scheme.toLowerCase())) && !namesUser(bare);
}

/** The host of an external address without "www.", else undefined. */
export function hostOf(address: string): string | undefined {
  const host = /^(?:https?:)?[\\/]{2,}(?:[^\\/?#@]*@)*([^\\/?#]+)/i.exec(address)?.[1];
  return host?.toLowerCase().replace(/^www\./, "");
}
