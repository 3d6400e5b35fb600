/* Deleting one's own account: the grace period, and what is deleted with it. */
export const deletionGraceDays = 14;

export type WhatGoes = {
  chats: number;
  projects: number;
  drafts: number;
  /** Organizations with no other members, which are deleted too. */
  organizations: string[];
  /** Organizations that would be left without an owner, which block the deletion. */
  ownerless: string[];
  /** Whether the person still pays for a subscription of their own. */
  isSubscribed: boolean;
};

/** Why the account cannot be deleted yet, as a sentence, or null if it can. */
export function deletionObstacle({ ownerless, isSubscribed }: Pick<WhatGoes, "ownerless" | "isSubscribed">): string | null {
  if (ownerless.length > 0)
    return `You are the only owner of ${ownerless.join(", ")}, where others work. Hand it over or delete it first.`;
  if (isSubscribed) return "You have a subscription that is still being paid for. End it first.";
  return null;
}
