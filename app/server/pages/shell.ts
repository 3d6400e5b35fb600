/* What the frame of a signed-in page shows: the person, their workspaces, and their latest chats. */
import { startExamples } from "#core/chat/start-examples.ts";
import { recentChatCount, sidebarFrom } from "#core/chat/sidebar.ts";
import type { Person } from "#core/workspace/policy.ts";
import { hasJobsAtWork } from "../data/accounts/own-jobs.ts";
import { getProfile } from "../data/accounts/profiles.ts";
import { listChats } from "../data/chats/chats.ts";
import { listOffered } from "../data/organizations/invitations.ts";
import type { Stet } from "../stet.ts";

export async function shellOf(me: Person, { db }: Stet, request: Request) {
  const [{ sessions }, { image, writes, isOnboarded }, offered, isAtWork] = await Promise.all([
    listChats(me, db, { limit: recentChatCount }),
    getProfile(me, db),
    listOffered(me, db),
    hasJobsAtWork(me, db),
  ]);
  return {
    person: { id: me.userId, name: me.name, email: me.email, isVerified: me.isVerified, image, writes, isOnboarded },
    examples: startExamples(null, writes),
    // Those that a member cannot enter for now lead to what is missing.
    organizations: [...me.memberships, ...(me.barred ?? [])]
      .map(({ slug, name, role }) => ({ slug, name, role }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    invitations: offered.length,
    isAtWork,
    sidebar: sidebarFrom(request.headers.get("cookie")),
    chats: sessions,
    now: new Date().toISOString(),
  };
}
