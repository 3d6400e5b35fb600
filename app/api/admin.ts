/* What an administrator of the installation sets up. To everyone else these addresses do not exist. */
import { Hono } from "hono";
import { z } from "zod";
import { knownProviders, lastFourOf, type ConnectedProvider } from "#core/models/connection.ts";
import { anyModel } from "#core/models/model-access.ts";
import { problem } from "#core/workspace/problem.ts";
import {
  addAdministrator,
  administrator,
  listAdministrators,
  removeAdministrator,
} from "#server/data/installation/administrators.ts";
import {
  getConnection,
  removeConnection,
  rowOfConnection,
  saveConnection,
  setDefaultModel,
} from "#server/data/installation/model-connections.ts";
import { keyOf } from "#server/models/connected-models.ts";
import { serverBase } from "#server/models/local-models.ts";
import { modelSetup } from "#server/models/model-setup.ts";
import { tryConnection } from "#server/models/try-connection.ts";
import type { Stet } from "#server/stet.ts";
import { aboutAdministration } from "./admin-about.ts";
import { backupAdministration } from "./admin-backups.ts";
import { emailAdministration } from "./admin-email.ts";
import { administrationLog } from "./admin-log.ts";
import { failedJobs } from "./admin-jobs.ts";
import { people } from "./admin-people.ts";
import { signUpAdministration } from "./admin-sign-up.ts";
import { audit } from "./audit.ts";
import { createConfirmation } from "./confirmation.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const keySchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]*$/)
  .transform((key) => key || undefined)
  .optional();
const connectionSchema = z.discriminatedUnion("provider", [
  z.object({ provider: z.enum(knownProviders.map(({ provider }) => provider)), key: keySchema }),
  z.object({
    provider: z.literal("compatible"),
    address: z.string().trim().max(500),
    key: keySchema,
    name: z.string().trim().max(40).optional(),
  }),
]);

export function admin(stet: Stet) {
  return new Hono<ApiEnv>()
    .route("/", modelConnections(stet))
    .route("/", administrators(stet))
    .route("/", people(stet))
    .route("/", failedJobs(stet))
    .route("/", administrationLog(stet))
    .route("/", backupAdministration(stet))
    .route("/", aboutAdministration(stet))
    .route("/", emailAdministration(stet))
    .route("/", signUpAdministration(stet));
}

function modelConnections(stet: Stet) {
  const { db, env, secretBox } = stet;
  return new Hono<ApiEnv>()
    .get("/api/admin/models", async (c) => c.json(await modelSetup(c.get("actor"), stet)))
    .post("/api/admin/models", async (c) => {
      administrator(personOf(c));
      const given = await connectionOf(c);
      // Tried before it is stored, so that a mistyped key does not replace one that works.
      const { isWorking, sentence } = await tryConnection(given, env);
      if (!isWorking) throw problem("model-connection-refused", `${sentence} Nothing was changed.`);
      const { provider, url, name, key } = given;
      const { id, isReplaced } = await saveConnection(personOf(c), db, {
        provider,
        url,
        name,
        sealKey: (row) => (key === undefined ? null : secretBox.seal(key, rowOfConnection(row))),
        lastFour: key === undefined ? "" : lastFourOf(key),
      });
      await stet.models.reload();
      await audit(stet, c, { kind: isReplaced ? "model-key-replaced" : "model-connected", subject: subjectOf(given) });
      return c.json({ id, isReplaced, sentence });
    })
    .post("/api/admin/models/:id/test", async (c) => {
      const stored = await getConnection(personOf(c), db, idOf(c));
      const key = keyOf(stored, secretBox);
      if (key === null) throw problem("model-connection-refused", unreadable);
      const { isWorking, sentence } = await tryConnection({ ...stored, key }, env);
      if (!isWorking) throw problem("model-connection-refused", sentence);
      return c.json({ sentence });
    })
    .delete("/api/admin/models/:id", async (c) => {
      const stored = await getConnection(personOf(c), db, idOf(c));
      await removeConnection(personOf(c), db, stored.id);
      await stet.models.reload();
      await audit(stet, c, { kind: "model-disconnected", subject: subjectOf(stored) });
      return c.json({ success: true });
    })
    .put("/api/admin/default-model", async (c) => {
      const me = administrator(personOf(c));
      const { model } = await bodyOf(c, z.object({ model: z.string().min(1).max(300).nullable() }));
      if (model !== null && !(await stet.models.choices(anyModel)).some(({ id, available }) => id === model && available))
        throw problem("model-unknown", "This model cannot be used at the moment. Choose another.");
      await setDefaultModel(me, db, model);
      await stet.models.reload();
      await audit(stet, c, { kind: "default-model-changed", subject: model ?? "" });
      return c.json({ success: true });
    });
}

const unreadable = "This key was sealed with another secret of the installation and cannot be read. Enter it again.";

async function connectionOf(c: ApiContext) {
  const given = await bodyOf(c, connectionSchema);
  const { provider, key } = given;
  if (given.provider !== "compatible") {
    if (key === undefined) throw problem("model-connection-refused", "Enter the key.");
    return { provider, key, url: null, name: null };
  }
  return { provider, key, url: addressOf(given.address), name: given.name || null };
}

/** An administrator's address may be on this machine or its network: that is where model servers are. */
function addressOf(text: string): string {
  const url = URL.parse(text) ?? URL.parse(`http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw problem("model-connection-refused", "Enter an address such as http://127.0.0.1:11434/v1.");
  if (url.username !== "" || url.password !== "" || url.search !== "")
    throw problem("model-connection-refused", "Enter the key in its own field, not in the address.");
  return serverBase(url.origin + url.pathname);
}

function subjectOf({ provider, url }: { provider: ConnectedProvider; url: string | null }): string {
  return url ?? knownProviders.find((one) => one.provider === provider)?.name ?? provider;
}

function administrators(stet: Stet) {
  const { db } = stet;
  const confirmed = createConfirmation(stet);
  return new Hono<ApiEnv>()
    .get("/api/admin/administrators", async (c) => c.json({ administrators: await listAdministrators(personOf(c), db) }))
    .post("/api/admin/administrators", async (c) => {
      administrator(personOf(c));
      const { email, password } = await bodyOf(c, z.object({ email: z.string().max(320), password: z.unknown().optional() }));
      const subject = await addAdministrator(await confirmed(c, { password }), db, email);
      await audit(stet, c, { kind: "administrator-added", subject });
      return c.json({ email: subject });
    })
    .delete("/api/admin/administrators/:id", async (c) => {
      administrator(personOf(c));
      const { password } = await bodyOf(c, z.object({ password: z.unknown().optional() }));
      const subject = await removeAdministrator(await confirmed(c, { password }), db, idOf(c));
      await audit(stet, c, { kind: "administrator-removed", subject });
      return c.json({ email: subject });
    });
}
