/* What the pages of settings show of an account. */
import type { OwnSession } from "#core/own-session.ts";
import type { Person } from "#core/policy.ts";
import { listSessions } from "./data/own-sessions.ts";
import type { Stet } from "./stet.ts";

export type OwnAccount = { name: string; email: string; isVerified: boolean; hasSecondStep: boolean; sessions: OwnSession[] };

export async function accountOf(me: Person, stet: Stet, headers: Headers): Promise<OwnAccount> {
  const found = await stet.auth.api.getSession({ headers });
  return {
    name: me.name,
    email: me.email,
    isVerified: me.isVerified,
    hasSecondStep: found?.user.twoFactorEnabled === true,
    sessions: await listSessions(me, stet.db, found?.session.id ?? ""),
  };
}
