/* The user's passkeys: added after confirmation, renamed, removed. */
import { Hono } from "hono";
import { z } from "zod";
import { longestPasskeyName, mostPasskeys } from "#core/account/passkey.ts";
import { plainName } from "#core/text/plain-name.ts";
import { problem } from "#core/workspace/problem.ts";
import { accountMail } from "#server/accounts/account-notices.ts";
import { listPasskeys, removePasskey, renamePasskey } from "#server/data/accounts/passkeys.ts";
import { beginPasskey, finishPasskey, isPasskeyHost } from "#server/accounts/passkeys.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { refuseUnproven, type Confirmed } from "./confirmation.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

const name = plainName().min(1).max(longestPasskeyName);
const proof = z.object({ password: z.unknown().optional() });
const made = z.object({ id: z.string().max(100), name, response: z.record(z.string(), z.unknown()) });

export function passkeys(stet: Stet, confirmed: Confirmed) {
  const app = new Hono<ApiEnv>();
  const letters = accountMail(stet.env, stet.mail);

  app.get("/", async (c) => c.json({ passkeys: await listPasskeys(personOf(c), stet.db) }));

  app.post("/begin", async (c) => {
    refuseUnproven(stet, personOf(c));
    const me = await confirmed(c, await bodyOf(c, proof));
    if (!isPasskeyHost(stet.env.url)) throw problem("bad-request", "Passkeys need an address with a name, such as localhost.");
    const begun = await beginPasskey(me, stet.db, stet.env);
    if (begun === null) throw problem("bad-request", `You can have at most ${mostPasskeys} passkeys. Remove one first.`);
    return c.json(begun);
  });

  app.post("/", async (c) => {
    const me = personOf(c);
    refuseUnproven(stet, me);
    if (!(await finishPasskey(me, stet.db, stet.env, await bodyOf(c, made)))) throw problem("passkey-refused");
    await audit(stet, c, { kind: "passkey-added" });
    await letters.passkeysChanged(me.email, true);
    return c.json({ success: true });
  });

  app.patch("/:id", async (c) => {
    const body = await bodyOf(c, z.object({ name }));
    if (!(await renamePasskey(personOf(c), stet.db, c.req.param("id"), body.name))) throw problem("not-found");
    return c.json({ success: true });
  });

  app.delete("/:id", async (c) => {
    const me = await confirmed(c, await bodyOf(c, proof));
    const outcome = await removePasskey(me, stet.db, c.req.param("id"));
    if (outcome === "none") throw problem("not-found");
    if (outcome === "last") throw problem("last-way-in");
    await audit(stet, c, { kind: "passkey-removed" });
    await letters.passkeysChanged(me.email, false);
    return c.json({ success: true });
  });
  return app;
}
