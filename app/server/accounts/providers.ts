/*
 * Configures third-party sign-in. Only the address and the name are taken over: pictures are remote, and tokens would
 * only be a liability.
 *
 * The single sign-on server's endpoints are discovered at the first sign-in, not at startup: an outage there must not
 * keep ours from starting.
 */
import { genericOAuth } from "better-auth/plugins";
import type { Provider, ProviderId } from "#core/models/provider.ts";
import type { Env } from "../env.ts";

export function providersOf(env: Env): Provider[] {
  const providers: Provider[] = [];
  if (env.GOOGLE_CLIENT_ID) providers.push({ id: "google", name: "Google" });
  if (env.MICROSOFT_CLIENT_ID) providers.push({ id: "microsoft", name: "Microsoft" });
  if (env.GITHUB_CLIENT_ID) providers.push({ id: "github", name: "GitHub" });
  if (env.OIDC_ISSUER) providers.push({ id: "sso", name: env.OIDC_NAME });
  return providers;
}

/** The providers that better-auth supports by name. */
export function socialProvidersOf(env: Env) {
  const keys = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const google = keys(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const github = keys(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  const microsoft = keys(env.MICROSOFT_CLIENT_ID, env.MICROSOFT_CLIENT_SECRET);
  return {
    ...(google && { google }),
    ...(github && { github }),
    ...(microsoft && {
      microsoft: {
        ...microsoft,
        tenantId: env.MICROSOFT_TENANT,
        authority: env.MICROSOFT_AUTHORITY,
        disableProfilePhoto: true,
        // Enough to identify the user; better-auth would also request User.Read.
        disableDefaultScope: true,
        scope: ["openid", "profile", "email"],
      },
    }),
  };
}

type LibraryContext = Parameters<NonNullable<ReturnType<typeof genericOAuth>["init"]>>[0];

/** False if the single sign-on server could not be reached for discovery. */
export type FindSingleSignOn = () => Promise<boolean>;

const patienceMs = 10_000;

export function createSingleSignOn(env: Env, auth: { $context: Promise<unknown> }): FindSingleSignOn {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return () => Promise.resolve(false);
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const scopes = ["openid", "profile", "email"];
  const providerId: ProviderId = "sso";
  const plugin = genericOAuth({
    config: [{ providerId, discoveryUrl, clientId, clientSecret, scopes, requireIdTokenVerification: true }],
  });
  let asking: Promise<boolean> | undefined;

  async function findIt(context: LibraryContext): Promise<boolean> {
    const found = await Promise.race([
      plugin.init(context),
      new Promise<null>((done) => setTimeout(done, patienceMs, null).unref()),
    ]);
    const provider = found?.context.socialProviders.find(({ id }) => id === providerId);
    if (provider !== undefined) context.socialProviders.push(provider);
    return provider !== undefined;
  }

  return async () => {
    // The same object, typed with our settings rather than a plugin's.
    const context = (await auth.$context) as LibraryContext;
    if (context.socialProviders.some(({ id }) => id === providerId)) return true;
    // Concurrent sign-ins share one discovery.
    asking ??= findIt(context).finally(() => (asking = undefined));
    return asking;
  };
}
