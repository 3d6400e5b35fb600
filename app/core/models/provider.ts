/*
 * Who else may say who somebody is: companies whose accounts people have
 * already, and an office's own single sign-on. Which of them there are is a
 * matter of settings.
 */
export type ProviderId = "google" | "github" | "microsoft" | "sso";
export type Provider = { id: ProviderId; name: string };

/** An account elsewhere that opens the account here. */
export type Connection = { id: string; providerId: string; createdAt: string };

const names: Record<ProviderId, string> = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  sso: "single sign-on",
};

/** What to call a connection, also one whose provider is no longer among the settings. */
export function providerName(id: string, providers: readonly Provider[]): string {
  const known = providers.find((provider) => provider.id === id)?.name;
  return known ?? (Object.hasOwn(names, id) ? names[id as ProviderId] : id);
}
