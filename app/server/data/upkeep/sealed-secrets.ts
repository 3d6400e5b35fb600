/* Everything in the database that depends on the installation's secret, for its rotation. */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { recordEvent } from "../accounts/security-events.ts";
import { rowOfConnection } from "../installation/model-connections.ts";
import { rowOfWebhook } from "../webhooks/webhooks.ts";
import { rowOfToolServer } from "../tool-servers/tool-servers.ts";
import { rowOfSignIn } from "../tool-servers/tool-sign-ins.ts";

export type Reseal = {
  /** Null if neither secret opens it. */
  connectionKey(sealed: string, row: string): string | null;
  secondFactor(sealed: string): Promise<string | null>;
};
export type Resealed = { keys: number; secondFactors: number; sessions: number; unreadable: number };

/** What each sealed key is bound to. */
const sealedKeys = [
  ["model_connections", rowOfConnection],
  ["tool_servers", rowOfToolServer],
  ["tool_sign_ins", rowOfSignIn],
  ["webhooks", rowOfWebhook],
] as const;

/** All or nothing. What neither secret opens is left as it is. */
export async function resealSecrets(me: Server, db: Db, reseal: Reseal): Promise<Resealed> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const done: Resealed = { keys: 0, secondFactors: 0, sessions: 0, unreadable: 0 };
    for (const [table, rowOf] of sealedKeys) {
      const rows = await trx
        .selectFrom(table)
        .select(["id", "sealed_key as sealedKey"])
        .where("sealed_key", "is not", null)
        .forUpdate()
        .execute();
      for (const { id, sealedKey } of rows) {
        const sealed = reseal.connectionKey(sealedKey!, rowOf(id));
        if (sealed === null) done.unreadable++;
        else {
          await trx.updateTable(table).set({ sealed_key: sealed }).where("id", "=", id).execute();
          done.keys++;
        }
      }
    }
    const { rows: factors } = await sql<{ id: string; secret: string; codes: string }>`
      select id, secret, "backupCodes" as codes from "twoFactor" for update`.execute(trx);
    for (const factor of factors) {
      const secret = await reseal.secondFactor(factor.secret);
      const codes = await reseal.secondFactor(factor.codes);
      if (secret === null || codes === null) done.unreadable++;
      else {
        await sql`update "twoFactor" set secret = ${secret}, "backupCodes" = ${codes} where id = ${factor.id}`.execute(trx);
        done.secondFactors++;
      }
    }
    const { numAffectedRows } = await sql`delete from session`.execute(trx);
    done.sessions = Number(numAffectedRows ?? 0n);
    await recordEvent(me, trx, { kind: "secret-rotated", subject: "", address: "" });
    return done;
  });
}
