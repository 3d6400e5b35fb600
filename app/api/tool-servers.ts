/* The tool servers of a person: connected, read, accepted; and their consent to the calls of an answer. */
import { Hono } from "hono";
import { z } from "zod";
import { lastFourOf } from "#core/models/connection.ts";
import { consentDecisions, UnusableTools } from "#core/tool-servers/tool-server.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { decideConsent, listPendingConsents } from "#server/data/tool-servers/tool-consents.ts";
import {
  acceptTools,
  addToolServer,
  forgetConsents,
  getToolServer,
  removeToolServer,
  rowOfToolServer,
} from "#server/data/tool-servers/tool-servers.ts";
import { ToolServerFailed } from "#server/tool-servers/failures.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import type { ApiEnv } from "./context.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export const keySchema = z
  .string()
  .trim()
  .max(4000)
  .regex(/^[\x21-\x7e]*$/)
  .default("");
const newSchema = z.union([
  z.object({ address: z.string().trim().max(500), name: z.string().trim().max(40).default(""), key: keySchema }),
  z.object({ program: z.string().max(40) }),
]);

export function toolServers(stet: Stet) {
  const { db } = stet;
  const service = stet.toolServers;
  return new Hono<ApiEnv>()
    .get("/api/tool-servers", async (c) => c.json(await service.list(personOf(c))))
    .post("/api/tool-servers", async (c) => {
      const me = personOf(c);
      const given = await bodyOf(c, newSchema);
      const { id, subject, offered, signIn } = await added(stet, me, given, c.req.raw.signal);
      await audit(stet, c, { kind: "tool-server-connected", subject });
      return c.json({ id, tools: offered?.length ?? 0, asksForSignIn: signIn !== null });
    })
    .post("/api/tool-servers/:id/check", async (c) => {
      const me = personOf(c);
      await looked(service.check(me, await getToolServer(me, db, idOf(c)), c.req.raw.signal));
      return c.json({ success: true });
    })
    .post("/api/tool-servers/:id/accept", async (c) => {
      const { version } = await bodyOf(c, z.object({ version: z.string().max(64) }));
      await acceptTools(personOf(c), db, idOf(c), version);
      return c.json({ success: true });
    })
    .delete("/api/tool-servers/:id/consents", async (c) => {
      await forgetConsents(personOf(c), db, (await getToolServer(personOf(c), db, idOf(c))).id);
      return c.json({ success: true });
    })
    .delete("/api/tool-servers/:id", async (c) => {
      const me = personOf(c);
      const server = await getToolServer(me, db, idOf(c));
      if (server.url !== null) await service.signIns.signOut(me, { ...server, url: server.url });
      const subject = await removeToolServer(me, db, server.id);
      await audit(stet, c, { kind: "tool-server-removed", subject });
      return c.json({ success: true });
    })
    .get("/api/tool-consents", async (c) => {
      const { chat } = queryOf(c, z.object({ chat: z.uuid() }));
      return c.json({ consents: await listPendingConsents(personOf(c), db, chat) });
    })
    .post("/api/tool-consents/:id", async (c) => {
      const { decision } = await bodyOf(c, z.object({ decision: z.enum(consentDecisions) }));
      const id = idOf(c);
      await decideConsent(personOf(c), db, id, decision);
      await service.decided(id);
      return c.json({ success: true });
    });
}

async function added(stet: Stet, me: Person, given: z.infer<typeof newSchema>, signal: AbortSignal) {
  const id = uuidv7();
  const place = "program" in given ? null : { url: addressOf(given.address), key: given.key === "" ? null : given.key };
  const look = place ?? { program: (given as { program: string }).program };
  const { tools: offered, signIn } = await looked(stet.toolServers.look(me, look, signal));
  const name = "program" in given ? given.program : given.name || new URL(place!.url).host;
  const key = place?.key ?? null;
  await addToolServer(me, stet.db, {
    id,
    name,
    url: place?.url ?? null,
    program: "program" in given ? given.program : null,
    sealedKey: key === null ? null : stet.secretBox.seal(key, rowOfToolServer(id)),
    lastFour: key === null ? "" : lastFourOf(key),
    offered,
  });
  if (signIn !== null) await stet.toolServers.signIns.ask(me, id, signIn.issuer, signIn.challenge);
  return { id, subject: place?.url ?? name, offered, signIn };
}

/** What a server is the reason for, as a refusal of ours. */
export async function looked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ToolServerFailed || error instanceof UnusableTools) throw problem("tool-server-refused", error.message);
    throw error;
  }
}

function addressOf(text: string): string {
  const url = URL.parse(text) ?? URL.parse(`https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw problem("tool-server-refused", "Enter an address such as https://tools.example.org/mcp.");
  if (url.username !== "" || url.password !== "")
    throw problem("tool-server-refused", "Enter the key in its own field, not in the address.");
  url.hash = "";
  return url.href;
}
