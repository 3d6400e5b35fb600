/*
 * The models of this installation: what the environment sets, and what administrators have connected on the screen.
 * A change takes effect in every process without a restart: the database announces it (2026-11-27-administrators.sql),
 * and each process reads the connections again.
 */
import { theServer } from "#core/workspace/policy.ts";
import { readConnections, rowOfConnection, type StoredConnection } from "../data/installation/model-connections.ts";
import type { Db } from "../db/database.ts";
import type { Database } from "../db/engine.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import type { SecretBox } from "../storage/secret-box.ts";
import { createModels, modelSettingsOf, type Models, type ModelSettings } from "./index.ts";
import { serverBase } from "./local-models.ts";
import type { Model } from "./model.ts";

export type ConnectedModels = Models & {
  /** Resolves once this process uses what is stored now. */
  reload(): Promise<void>;
  close(): Promise<void>;
};

const channel = "stet_models";

type Parts = { env: Env; database: Database; db: Db; box: SecretBox; log: Log; builtin: Model };

export async function createConnectedModels({ env, database, db, box, log, builtin }: Parts): Promise<ConnectedModels> {
  const own = modelSettingsOf(env);
  let models = createModels(own, builtin);
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const { connections, defaultModel } = await readConnections(theServer, db);
    models = createModels({ ...settingsWith(own, env, connections, box), defaultModel }, builtin);
  }
  /** One after the other, so that the last one started has the last word. */
  function reload(): Promise<void> {
    reading = reading.catch(() => undefined).then(read);
    return reading;
  }
  const readLater = () =>
    void reload().catch((error: unknown) => log.error({ err: error }, "The connections to models could not be read"));

  const unlisten = await database.listen(channel, readLater, readLater);
  await reload();
  return {
    choices: (access) => models.choices(access),
    defaultModel: (access) => models.defaultModel(access),
    find: (id, access) => models.find(id, access),
    reload,
    async close() {
      await unlisten();
      await reading.catch(() => undefined);
    },
  };
}

/** What the environment sets wins. */
function settingsWith(own: ModelSettings, env: Env, connections: readonly StoredConnection[], box: SecretBox): ModelSettings {
  const settings: ModelSettings = { ...own, servers: [...(own.servers ?? [])] };
  for (const connection of connections) {
    const key = keyOf(connection, box);
    // Sealed with another installation secret: the page says so, and there is nothing to use.
    if (key === null) continue;
    const { provider, url, name } = connection;
    if (provider !== "compatible") {
      if (key !== undefined) settings[provider] ??= { key, ...baseUrlOf(env, provider) };
      continue;
    }
    if (url === null || isAmong(settings.servers ?? [], url)) continue;
    const server = { url, ...(key !== undefined && { key }), ...(name !== null && { name }) };
    settings.servers = [...(settings.servers ?? []), server];
  }
  return settings;
}

/** Undefined if there is none; null if it cannot be opened. */
export function keyOf({ id, sealedKey }: Pick<StoredConnection, "id" | "sealedKey">, box: SecretBox): string | null | undefined {
  return sealedKey === null ? undefined : box.open(sealedKey, rowOfConnection(id));
}

export function isAmong(servers: readonly { url: string }[], url: string): boolean {
  return servers.some((one) => serverBase(one.url) === serverBase(url));
}

export function baseUrlOf(env: Env, provider: "openai" | "anthropic" | "google"): { baseUrl?: string } {
  const baseUrl = { openai: env.OPENAI_BASE_URL, anthropic: env.ANTHROPIC_BASE_URL, google: env.GOOGLE_BASE_URL }[provider];
  return baseUrl === undefined ? {} : { baseUrl };
}
