/*
 * External sign-in providers: common account providers, and an organization's
 * own single sign-on. The settings decide which are available.
 */
export type ProviderId = "google" | "github" | "microsoft" | "sso";
export type Provider = { id: ProviderId; name: string };

/** An external account that signs in to this one. */
export type Connection = { id: string; providerId: string; createdAt: string };

const names: Record<ProviderId, string> = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  sso: "single sign-on",
};

/** The name of a connection, even if its provider is no longer in the settings. */
export function providerName(id: string, providers: readonly Provider[]): string {
  const known = providers.find((provider) => provider.id === id)?.name;
  return known ?? (Object.hasOwn(names, id) ? names[id as ProviderId] : id);
}
