/* The drafts last changed, as the start view last had them; forgotten as soon as they may have changed. */
import type { RecentDraft } from "#core/workspace/organization.ts";
import type { Update } from "../updates.ts";

/** By the workspace's address. */
const lists = new Map<string | null, readonly RecentDraft[]>();

export function rememberRecentDrafts(slug: string | null, drafts: readonly RecentDraft[]): void {
  lists.set(slug, drafts);
}

export function knownRecentDrafts(slug: string | null): readonly RecentDraft[] | null {
  return lists.get(slug) ?? null;
}

export function forgetChangedDrafts(update: Update): void {
  if (/^(?:draft|project|access|reconnected)/.test(update.type)) lists.clear();
}
