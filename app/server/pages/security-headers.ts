/*
 * Security headers of every page. Scripts run only with the response's nonce or, on pages that are the same for
 * everyone, by their hash; nothing loads from other sites, and no one may frame us. Style attributes are allowed
 * because server-rendered markup has some and nonces do not cover attributes. Strings become HTML only through the
 * Trusted Types policies named here: our own two (ui/trusted-html.ts), and ProseMirror's for what it reads from the
 * clipboard into a document that runs nothing.
 */
const reportsPath = "/api/csp-reports";
/** Browsers that support the first ignore the second. */
const reporting = `report-to csp; report-uri ${reportsPath}`;

export type Allowed = { nonce: string } | { scripts: string; styles: string };

export function securityHeaders(allowed: Allowed, isHttps: boolean, isDevelopment: boolean): Record<string, string> {
  const scripts = "nonce" in allowed ? `'nonce-${allowed.nonce}' 'strict-dynamic'` : allowed.scripts;
  const styles = "nonce" in allowed ? `'self' 'nonce-${allowed.nonce}'` : `'self' ${allowed.styles}`.trimEnd();
  const policy = [
    "default-src 'none'",
    // Vite's development client adds inline styles and a WebSocket.
    isDevelopment ? "script-src 'self' 'unsafe-inline'" : `script-src ${scripts}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src-elem ${styles}; style-src-attr 'unsafe-inline'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Vite's development client assigns HTML.
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", "trusted-types stet default ProseMirrorClipboard"]),
    reporting,
  ];
  return {
    "content-security-policy": policy.join("; "),
    "reporting-endpoints": `csp="${reportsPath}"`,
    ...answerHeaders(isHttps),
  };
}

/** Default for responses: private to the reader, so nothing may cache them. */
export function answerHeaders(isHttps: boolean): Record<string, string> {
  return {
    ...commonHeaders,
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    "cache-control": "no-store",
  };
}

/** For every response, pages or not. */
export const commonHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "microphone=(self), camera=(), geolocation=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
