/* Deleting an account: the grace period, and what is deleted with it. */
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
    return `First transfer or delete the organizations you own that have other members: ${ownerless.join(", ")}.`;
  if (isSubscribed) return "You have an active subscription. Cancel it first.";
  return null;
}
