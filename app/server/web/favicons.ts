/*
 * The small sign of a site, fetched here so that no reader's browser asks a
 * host that a search has named. Known by its first bytes, never by what its
 * server says of it; drawings that could hold script are none. Kept in memory
 * for a while, also that there is none.
 */
import type { SafeFetch } from "./safe-fetch.ts";

export type Favicon = { contentType: string; bytes: Buffer };

export type Favicons = {
  /** Null where the host has none, is no host of the public web, or signs are switched off. */
  find(host: string): Promise<Favicon | null>;
};

const mostBytes = 100_000;
const mostKept = 1_000;
const keptMs = 7 * 24 * 3_600_000;
const absentMs = 6 * 3_600_000;
const limitMs = 6_000;

/** What servers call an icon, wrongly included. */
const accepted = [
  "image/x-icon",
  "image/vnd.microsoft.icon",
  "image/png",
  "image/gif",
  "image/jpeg",
  "image/webp",
  "image/ico",
].concat("application/octet-stream", "text/plain");

const signs: [contentType: string, start: string, from?: number][] = [
  ["image/x-icon", "\x00\x00\x01\x00"],
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/gif", "GIF8"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/webp", "WEBP", 8],
];

export function createFavicons({ fetch, isOn }: { fetch: SafeFetch; isOn: boolean }): Favicons {
  const kept = new Map<string, { until: number; icon: Promise<Favicon | null> }>();

  async function ask(host: string): Promise<Favicon | null> {
    for (const scheme of ["https", "http"]) {
      try {
        const signal = AbortSignal.timeout(limitMs);
        const { bytes } = await fetch(`${scheme}://${host}/favicon.ico`, {
          accept: accepted,
          maxBytes: mostBytes,
          totalMs: limitMs,
          signal,
        });
        return iconIn(bytes);
      } catch {
        // No icon this way. The other scheme is tried, and then there is none.
      }
    }
    return null;
  }

  return {
    async find(given) {
      const host = given.toLowerCase();
      if (!isOn || !isHost(host)) return null;
      const known = kept.get(host);
      if (known !== undefined && known.until > Date.now()) return known.icon;
      const icon = ask(host);
      const entry = { until: Date.now() + keptMs, icon };
      kept.delete(host);
      kept.set(host, entry);
      if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
      if ((await icon) === null) entry.until = Date.now() + absentMs;
      return icon;
    },
  };
}

/** As an address writes it: letters of other alphabets as xn--, and nothing that would be more than a host. */
function isHost(host: string): boolean {
  return host.length <= 260 && URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).host === host && host.includes(".");
}

function iconIn(bytes: Buffer): Favicon | null {
  const head = bytes.subarray(0, 16).toString("latin1");
  const contentType = signs.find(([, start, from = 0]) => head.startsWith(start, from))?.[0];
  return contentType === undefined ? null : { contentType, bytes };
}
