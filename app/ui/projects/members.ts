/*
 * Suggestions for sharing: the members of the current organization. A personal
 * workspace has no such list, only addresses.
 */
import { useEffect, useState } from "react";
import { ask } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

export type Member = { id: string; name: string; email: string };

/** Empty outside an organization, and while loading. */
export function useMembers(slug: string | null, isWanted: boolean): readonly Member[] {
  const [members, setMembers] = useState<readonly Member[]>([]);
  useEffect(() => {
    if (slug === null || !isWanted) return;
    const gone = new AbortController();
    ask<Member[] | { members: Member[] }>("/api/members", { signal: gone.signal }).then(
      (answer) => setMembers(Array.isArray(answer) ? answer : answer.members),
      () => {
        if (!gone.signal.aborted) showToast({ kind: "error", text: "Failed to fetch members", id: "members" });
      },
    );
    return () => gone.abort();
  }, [slug, isWanted]);
  return members;
}
