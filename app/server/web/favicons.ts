/*
 * Favicons, fetched by the server so that no reader's browser contacts a host from search results.
 * Identified by content, not by the declared type; formats that can contain scripts are rejected.
 * Cached for a while, including misses. A page that was read names its own icon; for other hosts,
 * /favicon.ico is tried.
 */
import type { SafeFetch } from "./safe-fetch.ts";

export type Favicon = { contentType: string; bytes: Buffer };

export type Favicons = {
  /** Null if the host has none or isn't on the public internet, or if favicons are disabled. */
  find(host: string): Promise<Favicon | null>;
  /** Remembers the icon that a page names for its host. */
  learn(pageUrl: string, html: string): void;
};

const mostBytes = 100_000;
const mostKept = 1_000;
const keptMs = 7 * 24 * 3_600_000;
const absentMs = 6 * 3_600_000;
const limitMs = 6_000;
const headCharacters = 60_000;

/** Content types that servers use for icons, including wrong ones. */
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
  const named = new Map<string, string>();

  async function ask(host: string): Promise<Favicon | null> {
    const own = named.get(host);
    const usual = ["https", "http"].map((scheme) => `${scheme}://${host}/favicon.ico`);
    for (const url of own === undefined ? usual : [own, ...usual]) {
      try {
        const signal = AbortSignal.timeout(limitMs);
        const { bytes } = await fetch(url, { accept: accepted, maxBytes: mostBytes, totalMs: limitMs, signal });
        const icon = iconIn(bytes);
        if (icon !== null) return icon;
      } catch {
        // Not available here: try the next address, if any.
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
      keepFew(kept, host, entry);
      if ((await icon) === null) entry.until = Date.now() + absentMs;
      return icon;
    },
    learn(pageUrl, html) {
      if (!isOn) return;
      const { host } = new URL(pageUrl);
      const url = namedIcon(pageUrl, html);
      if (url === null || named.get(host) === url) return;
      keepFew(named, host, url);
      // The cached miss only covered /favicon.ico.
      kept.delete(host);
    },
  };
}

function keepFew<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > mostKept) map.delete(map.keys().next().value!);
}

/** The first bitmap icon in the page's head; SVGs and home screen icons are skipped. */
function namedIcon(pageUrl: string, html: string): string | null {
  for (const [link] of html.slice(0, headCharacters).matchAll(/<link\s[^<>]{1,1000}>/gi)) {
    const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(link);
    const [rel, href, type] = ["rel", "href", "type"].map(
      (name) => (attribute(name) ?? []).slice(1).find((one) => one !== undefined) ?? "",
    );
    if (!/^(?:shortcut\s+)?icon$/i.test(rel!.trim()) || /svg/i.test(type!) || /\.svg(?:$|[?#])/i.test(href!)) continue;
    const address = href!.replaceAll("&amp;", "&").trim();
    if (address === "" || !URL.canParse(address, pageUrl)) continue;
    const url = new URL(address, pageUrl);
    if (/^https?:$/.test(url.protocol)) return url.href;
  }
  return null;
}

/** A bare host name in URL form: other alphabets in Punycode, nothing beyond the host. */
function isHost(host: string): boolean {
  return host.length <= 260 && URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).host === host && host.includes(".");
}

function iconIn(bytes: Buffer): Favicon | null {
  const head = bytes.subarray(0, 16).toString("latin1");
  const contentType = signs.find(([, start, from = 0]) => head.startsWith(start, from))?.[0];
  return contentType === undefined ? null : { contentType, bytes };
}
