/*
 * A browser's content security policy report, reduced to what helps debugging:
 * no chat address, no script sample. Anyone can send one, so every field is
 * validated.
 */
const mostPerRequest = 20;

/** The directives our policies use; anything else counts as "other". */
const directives = new Set([
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "media-src",
  "worker-src",
  "frame-src",
  "manifest-src",
  "form-action",
  "base-uri",
  "frame-ancestors",
  "require-trusted-types-for",
  "trusted-types",
]);

export type CspReport = {
  directive: string;
  disposition: "enforce" | "report";
  /** A keyword such as "inline", or the host that was blocked. */
  blocked: string;
  /** The first segment of the page's path. */
  area: string;
  /** The position in one of our built files; null for anything else. */
  source: string | null;
};

/** Accepts both formats: a single legacy report, or a Reporting API list. */
export function cspReportsIn(body: unknown): CspReport[] {
  const given = Array.isArray(body) ? body.slice(0, mostPerRequest) : [body];
  return given.flatMap((one) => {
    const { "csp-report": older, body: newer, type } = fieldsOf(one);
    const fields = fieldsOf(older ?? (type === "csp-violation" ? newer : undefined));
    return Object.keys(fields).length === 0 ? [] : [reportOf(fields)];
  });
}

function reportOf(fields: Record<string, unknown>): CspReport {
  const text = (...names: string[]) => names.map((name) => fields[name]).find((value) => typeof value === "string") ?? "";
  const directive = text("effectiveDirective", "effective-directive", "violated-directive").split(" ", 1)[0]!;
  const line = fields.lineNumber ?? fields["line-number"];
  const file = addressOf(text("sourceFile", "source-file"))?.pathname ?? "";
  return {
    directive: directives.has(directive) ? directive : "other",
    disposition: text("disposition") === "report" ? "report" : "enforce",
    blocked: blockedOf(text("blockedURL", "blocked-uri")),
    area: areaOf(text("documentURL", "document-uri")),
    source: /^\/assets\/[\w.-]{1,100}$/.test(file) ? `${file}:${Number.isInteger(line) ? String(line) : "?"}` : null,
  };
}

function blockedOf(text: string): string {
  if (/^[a-z-]{1,30}$/.test(text)) return text;
  const { protocol = "", host = "" } = addressOf(text) ?? {};
  return /^[a-z+.-]{1,20}:$/.test(protocol) ? `${protocol}//${host.slice(0, 100)}` : "";
}

function areaOf(text: string): string {
  const [, first = ""] = addressOf(text)?.pathname.split("/", 2) ?? [];
  return /^[a-z-]{0,30}$/.test(first) ? `/${first}` : "/…";
}

function addressOf(text: string): URL | null {
  return text.length < 5000 && URL.canParse(text) ? new URL(text) : null;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
