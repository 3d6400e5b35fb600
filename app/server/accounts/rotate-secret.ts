/*
 * Gives the installation another secret: what is encrypted in the database is encrypted again, and all sessions end,
 * because their cookies are signed with the old one. Stet must be stopped.
 *
 * The secret in the data folder and the rows cannot change in one step: the new secret is stored beside the old one
 * first and takes its place last. In between Stet does not start, and repeating the command finishes the rotation.
 */
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { theServer } from "#core/workspace/policy.ts";
import { resealSecrets, type Reseal, type Resealed } from "../data/upkeep/sealed-secrets.ts";
import { openDatabase } from "../db/database.ts";
import type { Env } from "../env.ts";
import { createSecretBox } from "../storage/secret-box.ts";
import { prepareNextSecret, secretBeforeRotation } from "../storage/secret.ts";

/** `given`: the new secret, if the present one is in the environment. Returns sentences describing what was done. */
export async function rotateSecret(env: Env, given: string | undefined): Promise<string> {
  refuseGiven(env, given);
  const database = await openDatabase({ url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, folder: `${env.STET_DATA}/database` });
  try {
    // The embedded database opens only once; PostgreSQL lists the processes that use it.
    if ((await database.living.list()).size > 0) throw new Error("Stet is running. Stop all of its processes first.");
    const old = await secretBeforeRotation(env);
    const next = given === undefined ? await prepareNextSecret(env.STET_DATA) : { secret: given, install: async () => {} };
    const done = await resealSecrets(theServer, database.db, resealing(old, next.secret));
    await next.install();
    return sentencesOf(done, given !== undefined);
  } finally {
    await database.close();
  }
}

function refuseGiven({ AUTH_SECRET: old }: Env, given: string | undefined): void {
  if (old === undefined && given !== undefined)
    throw new Error("NEW_AUTH_SECRET is only for a secret set as AUTH_SECRET. Unset it: Stet generates the new one itself.");
  if (old === undefined) return;
  if (given === undefined || given.length < 32 || given === old)
    throw new Error(
      "The secret is set in the environment, and so is its successor: set NEW_AUTH_SECRET to another one, at least 32 random characters, for example from: openssl rand -base64 32",
    );
}

function resealing(old: string, next: string): Reseal {
  const [oldBox, nextBox] = [createSecretBox(old), createSecretBox(next)];
  return {
    connectionKey(sealed, row) {
      const key = nextBox.open(sealed, row) ?? oldBox.open(sealed, row);
      return key === null ? null : nextBox.seal(key, row);
    },
    // Encrypted by better-auth, in its own form.
    async secondFactor(sealed) {
      const open = (key: string) => symmetricDecrypt({ key, data: sealed }).catch(() => null);
      const data = (await open(next)) ?? (await open(old));
      return data === null ? null : symmetricEncrypt({ key: next, data });
    },
  };
}

function sentencesOf({ keys, secondFactors, sessions, unreadable }: Resealed, isInEnvironment: boolean): string {
  const left = `${unreadable} could not be opened with either secret and stayed as they were: enter those keys again, and turn two-factor authentication on again.`;
  return [
    `The secret is replaced. Encrypted again: ${keys} keys of model providers and tool servers, ${secondFactors} people's two-factor authentication. Sessions ended: ${sessions}.`,
    ...(unreadable === 0 ? [] : [left]),
    isInEnvironment ? "Now set AUTH_SECRET to the new secret for every process, and start Stet." : "Start Stet.",
  ].join("\n");
}
