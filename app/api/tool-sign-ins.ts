/* Signing in to tool servers by OAuth: begun, finished when the person comes back, ended. */
import { Hono } from "hono";
import { z } from "zod";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getToolServer } from "#server/data/tool-servers/tool-servers.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import type { ApiEnv } from "./context.ts";
import { bodyOf, personOf } from "./edge.ts";
import { idOf } from "./runs.ts";
import { keySchema, looked } from "./tool-servers.ts";

const clientSchema = z.object({
  clientId: z
    .string()
    .trim()
    .max(1000)
    .regex(/^[\x21-\x7e]*$/)
    .default(""),
  clientSecret: keySchema,
});
/** As an authorization server sends it; its words for an error are not read. */
const cameBackSchema = z.object({
  state: z.string().max(200).default(""),
  code: z.string().max(4000).default(""),
  iss: z.string().max(2000).optional(),
  error: z.string().max(100).default(""),
});

export function toolSignIns(stet: Stet) {
  const { db } = stet;
  const service = stet.toolServers;
  async function signedServer(me: Person, id: string) {
    const server = await getToolServer(me, db, id);
    if (server.url === null) throw problem("not-found");
    return { id, name: server.name, url: server.url };
  }
  return (
    new Hono<ApiEnv>()
      .post("/api/tool-servers/:id/sign-in", async (c) => {
        const me = personOf(c);
        const { clientId, clientSecret } = await bodyOf(c, clientSchema);
        const entered = clientId === "" ? null : { id: clientId, secret: clientSecret === "" ? null : clientSecret };
        const slug = me.memberships.find(({ organizationId }) => organizationId === me.organizationId)?.slug ?? null;
        const how = { entered, slug, signal: c.req.raw.signal };
        return c.json(await looked(service.signIns.begin(me, await signedServer(me, idOf(c)), how)));
      })
      // Of the page that the authorization server sends the person back to.
      .post("/api/tool-servers/sign-in", async (c) => {
        const me = personOf(c);
        const came = await bodyOf(c, cameBackSchema);
        const { server, slug } = await looked(service.signIns.finish(me, came, (id) => signedServer(me, id)));
        await audit(stet, c, { kind: "tool-server-signed-in", subject: server.url });
        // Signed in is signed in, whether or not its tools can be read now.
        const isRead = await looked(service.check(me, await getToolServer(me, db, server.id), c.req.raw.signal)).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Response) return false;
            throw error;
          },
        );
        return c.json({ slug, isRead });
      })
      .delete("/api/tool-servers/:id/sign-in", async (c) => {
        const me = personOf(c);
        const server = await signedServer(me, idOf(c));
        const { isRevoked } = await service.signIns.signOut(me, server);
        await audit(stet, c, { kind: "tool-server-signed-out", subject: server.url });
        return c.json({ isRevoked });
      })
  );
}
