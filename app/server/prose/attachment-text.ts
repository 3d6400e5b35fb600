/*
 * The text of an attached file, as far as it can be read: plain text in any of
 * its kinds, HTML without its tags, an e-mail's text part. Offsets count in the
 * text returned here, and it is this text that is handed on as the source's
 * content, so a quotation can always be found again.
 */
import type { Attachment } from "#core/message.ts";

export type AttachmentReading = { text: string; kind: "text" | "html" | "email" } | { unreadable: string };

const textExtensions = new Set(
  "txt md markdown csv tsv json jsonl xml yaml yml toml ini log tex rst org rtfd srt vtt html htm eml js ts tsx jsx css py java c h cpp go rs sql sh".split(
    " ",
  ),
);
const knownFormats: Record<string, string> = {
  pdf: "PDF",
  docx: "Word",
  doc: "Word",
  odt: "OpenDocument",
  rtf: "RTF",
  xlsx: "Excel",
  xls: "Excel",
  pptx: "PowerPoint",
  png: "image",
  jpg: "image",
  jpeg: "image",
  gif: "image",
  webp: "image",
};

export function readAttachment(file: Attachment): AttachmentReading {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  const data = /^data:([^;,]*)((?:;[^;,]*)*),/.exec(file.url.slice(0, 500));
  if (!data) return { unreadable: `“${file.name}” has no content that can be read here.` };
  const mediaType = (file.contentType ?? data[1] ?? "").toLowerCase();
  if (!isTextual(mediaType, extension)) {
    const format = knownFormats[extension] ?? (mediaType.startsWith("image/") ? "image" : mediaType || "this kind of");
    return {
      unreadable: `“${file.name}” is attached, but ${format} files cannot be read for text yet. Paste the text, or attach it as .txt or .md.`,
    };
  }
  let bytes: Buffer;
  try {
    const body = file.url.slice(data[0].length);
    bytes = /;\s*base64/i.test(data[2] ?? "") ? Buffer.from(body, "base64") : Buffer.from(decodeURIComponent(body), "utf8");
  } catch {
    return { unreadable: `“${file.name}” is not a valid data URL.` };
  }
  const text = decode(bytes, /charset=([\w-]+)/i.exec(data[0])?.[1]);
  if (text.slice(0, 4_000).includes("\0")) return { unreadable: `“${file.name}” holds binary data, not text.` };
  if (extension === "html" || extension === "htm" || mediaType === "text/html") return { text: textOfHtml(text), kind: "html" };
  if (extension === "eml" || mediaType === "message/rfc822") return { text: textOfEmail(text), kind: "email" };
  return { text, kind: "text" };
}

function isTextual(mediaType: string, extension: string): boolean {
  if (textExtensions.has(extension)) return true;
  if (extension in knownFormats) return false;
  return /^text\/|^message\/rfc822|[/+](?:json|xml|yaml|x-yaml|toml)(?:;|$)/.test(mediaType);
}

function decode(bytes: Buffer, charset: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: older Windows text, in which any byte is a character.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  sect: "§",
  euro: "€",
  pound: "£",
};

export function textOfHtml(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(script|style|head|noscript|svg)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<br\s*\/?>|<\/(?:td|th)>/gi, (tag) => (tag.startsWith("<b") ? "\n" : "\t"))
    .replace(/<\/?(?:p|div|section|article|h[1-6]|ul|ol|table|blockquote|header|footer|pre)\b[^>]*>/gi, "\n\n")
    .replace(/<(?:li|tr|dt|dd)\b[^>]*>/gi, "\n")
    .replace(/<\/?[a-z!][^<>]*>/gi, "")
    .replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
}

/** Subject, sender and date, then the first text part. */
function textOfEmail(raw: string): string {
  const { headers, body } = mimePart(raw);
  const lines = ["from", "to", "date", "subject"].flatMap((name) => {
    const value = headers.get(name);
    return value ? [`${name[0]!.toUpperCase()}${name.slice(1)}: ${decodedHeader(value)}`] : [];
  });
  return `${lines.join("\n")}\n\n${bodyText(headers, body, 0)}`.trim();
}

function mimePart(raw: string): { headers: Map<string, string>; body: string } {
  const [head = "", ...rest] = raw.split(/\r?\n\r?\n/);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return { headers, body: rest.join("\n\n") };
}

function bodyText(headers: Map<string, string>, body: string, depth: number): string {
  const type = headers.get("content-type") ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (/^multipart\//i.test(type) && boundary && depth < 4) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => mimePart(part.replace(/^\r?\n/, "")));
    const kind = (part: { headers: Map<string, string> }) => part.headers.get("content-type") ?? "text/plain";
    const best =
      parts.find((part) => /^text\/plain/i.test(kind(part))) ?? parts.find((part) => /^multipart\//i.test(kind(part))) ?? parts[0];
    return best ? bodyText(best.headers, best.body, depth + 1) : "";
  }
  const text = transferDecoded(body, headers.get("content-transfer-encoding") ?? "", /charset="?([\w-]+)/i.exec(type)?.[1]);
  return /^text\/html/i.test(type) ? textOfHtml(text) : text.trim();
}

function transferDecoded(body: string, encoding: string, charset: string | undefined): string {
  if (/^base64$/i.test(encoding)) return decode(Buffer.from(body.replace(/\s/g, ""), "base64"), charset);
  if (!/^quoted-printable$/i.test(encoding)) return body;
  return decode(quotedPrintable(body), charset);
}

function quotedPrintable(body: string): Buffer {
  const joined = body.replace(/=\r?\n/g, "");
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

function decodedHeader(value: string): string {
  return value.replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, kind: string, data: string) =>
    decode(kind.toLowerCase() === "b" ? Buffer.from(data, "base64") : quotedPrintable(data.replaceAll("_", " ")), charset),
  );
}
