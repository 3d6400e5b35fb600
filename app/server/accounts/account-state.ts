import type { OwnSession } from "#core/account/own-session.ts";
import type { Passkey } from "#core/account/passkey.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Connection } from "#core/models/provider.ts";
import { hasPassword, listConnections } from "../data/accounts/connections.ts";
import { listSessions } from "../data/accounts/own-sessions.ts";
import { listPasskeys } from "../data/accounts/passkeys.ts";
import type { Stet } from "../stet.ts";

export type OwnAccount = {
  name: string;
  email: string;
  isVerified: boolean;
  hasSecondStep: boolean;
  hasPassword: boolean;
  passkeys: Passkey[];
  connections: Connection[];
  sessions: OwnSession[];
};

export async function accountOf(me: Person, stet: Stet, headers: Headers): Promise<OwnAccount> {
  const found = await stet.auth.api.getSession({ headers });
  return {
    name: me.name,
    email: me.email,
    isVerified: me.isVerified,
    hasSecondStep: found?.user.twoFactorEnabled === true,
    hasPassword: await hasPassword(me, stet.db),
    passkeys: await listPasskeys(me, stet.db),
    connections: await listConnections(me, stet.db),
    sessions: await listSessions(me, stet.db, found?.session.id ?? ""),
  };
}
