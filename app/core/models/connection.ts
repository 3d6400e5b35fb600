/*
 * The connections to models as an administrator sees them. A key never comes back: only that there is one, and its
 * last four characters.
 */
import type { ModelGroup } from "./model-groups.ts";
import type { ProviderId } from "./models.ts";

export type ConnectedProvider = Exclude<ProviderId, "builtin">;

export type ModelConnection = {
  provider: ConnectedProvider;
  name: string;
  /** Null if it comes from the environment, which this page cannot change. */
  id: string | null;
  /** The environment variable it comes from; null if it was set on the page. */
  setting: string | null;
  /** Null for a provider's own. */
  address: string | null;
  /** Null without a key; empty for a key too short to show a part of. */
  lastFour: string | null;
  /** False if the installation's secret has changed since the key was entered. */
  isReadable: boolean;
  /** An environment variable says something else, and wins. */
  isOverruled: boolean;
};

export type KnownProvider = { provider: Exclude<ConnectedProvider, "compatible">; name: string };

/** By name, as people know them. */
export const knownProviders: readonly KnownProvider[] = [
  { provider: "openai", name: "OpenAI" },
  { provider: "anthropic", name: "Anthropic" },
  { provider: "google", name: "Google" },
];

/** A model server found on this machine. */
export type FoundServer = { name: string; address: string; models: number };

export type ModelSetup = {
  connections: ModelConnection[];
  found: FoundServer[];
  /** The administrator's choice; null if Stet chooses. */
  defaultModel: string | null;
  /** What can be chosen now. */
  usable: { id: string; name: string; group: ModelGroup }[];
};

const shortestShown = 12;

/** Of a short key, four characters would be too much. */
export function lastFourOf(key: string): string {
  return key.length < shortestShown ? "" : key.slice(-4);
}
