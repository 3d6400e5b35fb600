/*
 * The current workspace, personal or an organization's. It is part of the
 * address, and nothing created in one is visible in another.
 */

/** Lower-case letters, digits and single hyphens, as in an address: 3 to 40 characters. */
export const slugPattern = /^(?=.{3,40}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** `path` starts with a slash: "/vault" becomes /vault or /organizations/{slug}/vault. */
export function workspacePath(slug: string | null, path: string): string {
  return slug === null ? path : `/organizations/${slug}${path}`;
}

/** The organization in a page's address, or null. */
export function slugOfPath(pathname: string): string | null {
  return /^\/organizations\/([^/.]+)(?:[/.]|$)/.exec(pathname)?.[1] ?? null;
}
