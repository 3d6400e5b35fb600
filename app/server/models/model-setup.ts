/* What the Models page of an administrator shows: every connection with where it comes from, and never a key. */
import { knownProviders, lastFourOf, type FoundServer, type ModelConnection, type ModelSetup } from "#core/models/connection.ts";
import { anyModel } from "#core/models/model-access.ts";
import { hasEnded } from "#core/models/models.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { administrator } from "../data/installation/administrators.ts";
import { readConnections, type StoredConnection } from "../data/installation/model-connections.ts";
import type { Env } from "../env.ts";
import type { Stet } from "../stet.ts";
import { isAmong, keyOf } from "./connected-models.ts";
import { findServers } from "./find-servers.ts";
import { modelSettingsOf, settingOf } from "./index.ts";

export async function modelSetup(me: Actor, { db, env, models, secretBox }: Stet): Promise<ModelSetup> {
  administrator(me);
  const [{ connections: stored, defaultModel }, choices, found] = await Promise.all([
    readConnections(theServer, db),
    models.choices(anyModel),
    findServers(env.LOCAL_MODEL_SERVERS),
  ]);
  const fixed = connectionsOf(env);
  const connections = [
    ...fixed,
    ...stored.map((one) => shownAs(one, { isReadable: keyOf(one, secretBox) !== null, isOverruled: isOverruled(one, fixed) })),
  ];
  const today = new Date().toISOString();
  return {
    connections,
    found: found.filter((one) => !isKnown(one, connections)),
    defaultModel,
    usable: choices
      .filter((choice) => choice.available && choice.provider !== "builtin" && !hasEnded(choice, today))
      .map(({ id, name, group }) => ({ id, name, group })),
  };
}

function connectionsOf(env: Env): ModelConnection[] {
  const settings = modelSettingsOf(env);
  const rest = { id: null, isReadable: true, isOverruled: false };
  const providers = knownProviders.flatMap(({ provider, name }) => {
    const key = settings[provider]?.key;
    if (key === undefined) return [];
    return [{ ...rest, provider, name, setting: settingOf(provider), address: null, lastFour: lastFourOf(key) }];
  });
  const servers = (settings.servers ?? []).map(({ url, key, name }): ModelConnection => {
    const shown = { name: name ?? new URL(url).host, address: url, lastFour: key === undefined ? null : lastFourOf(key) };
    return Object.assign(shown, rest, { provider: "compatible" as const, setting: "MODEL_SERVER_URL" });
  });
  return [...providers, ...servers];
}

type State = Pick<ModelConnection, "isReadable" | "isOverruled">;

function shownAs({ id, provider, name, url, sealedKey, lastFour }: StoredConnection, state: State): ModelConnection {
  const known = knownProviders.find((one) => one.provider === provider)?.name;
  const shown = name ?? known ?? (url === null ? "" : new URL(url).host);
  return { id, provider, name: shown, setting: null, address: url, lastFour: sealedKey === null ? null : lastFour, ...state };
}

function isOverruled({ provider, url }: StoredConnection, fixed: readonly ModelConnection[]): boolean {
  if (provider !== "compatible") return fixed.some((one) => one.provider === provider);
  return url !== null && isAmong(addressesOf(fixed), url);
}

function isKnown({ address }: FoundServer, connections: readonly ModelConnection[]): boolean {
  return isAmong(addressesOf(connections), address);
}

function addressesOf(connections: readonly ModelConnection[]): { url: string }[] {
  return connections.flatMap(({ address }) => (address === null ? [] : [{ url: address }]));
}
