/*
 * Where one works: in one's own place or in an organization. The address says
 * which, and nothing made in one place shows in the other.
 */

/** Lower-case letters, digits and single hyphens, as in an address: 3 to 40 characters. */
export const slugPattern = /^(?=.{3,40}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** `path` begins with a slash: "/vault" is /vault or /organizations/{slug}/vault. */
export function workspacePath(slug: string | null, path: string): string {
  return slug === null ? path : `/organizations/${slug}${path}`;
}

/** The organization that a page's address names, or null. */
export function slugOfPath(pathname: string): string | null {
  return /^\/organizations\/([^/.]+)(?:[/.]|$)/.exec(pathname)?.[1] ?? null;
}
