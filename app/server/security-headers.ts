/*
 * What every page tells the browser. Scripts run only with this response's
 * nonce; nothing loads from elsewhere, nothing may frame us. Style attributes
 * stay allowed because server-rendered markup carries some and nonces do not
 * cover attributes.
 */
export function securityHeaders(nonce: string, isHttps: boolean, isDevelopment: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // Vite's development client adds its own inline styles and a socket.
    isDevelopment ? "script-src 'self' 'unsafe-inline'" : `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`,
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
  ];
  return {
    "content-security-policy": policy.join("; "),
    ...(isDevelopment ? {} : { "content-security-policy-report-only": "require-trusted-types-for 'script'" }),
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    ...commonHeaders,
    "cache-control": "no-store",
  };
}

/** For every answer, pages or not. */
export const commonHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "microphone=(self), camera=(), geolocation=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
