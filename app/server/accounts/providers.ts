/*
 * Signing in with an account elsewhere, as far as the settings say. Nothing is
 * taken over from there but the address and the name: pictures are remote, and
 * tokens would only be something to lose.
 *
 * The office's single sign-on says where its pages are by itself. It is asked
 * when the first person wants to sign in, not at the start: a server that is
 * down elsewhere must not keep ours from starting.
 */
import { genericOAuth } from "better-auth/plugins";
import type { Provider, ProviderId } from "#core/models/provider.ts";
import type { Auth } from "./auth.ts";
import type { Env } from "../env.ts";

export function providersOf(env: Env): Provider[] {
  const providers: Provider[] = [];
  if (env.GOOGLE_CLIENT_ID) providers.push({ id: "google", name: "Google" });
  if (env.MICROSOFT_CLIENT_ID) providers.push({ id: "microsoft", name: "Microsoft" });
  if (env.GITHUB_CLIENT_ID) providers.push({ id: "github", name: "GitHub" });
  if (env.OIDC_ISSUER) providers.push({ id: "sso", name: env.OIDC_NAME });
  return providers;
}

/** Those that the accounts library knows by name. */
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
        // Enough to know who it is; the library would ask for the mailbox's user as well.
        disableDefaultScope: true,
        scope: ["openid", "profile", "email"],
      },
    }),
  };
}

type LibraryContext = Parameters<NonNullable<ReturnType<typeof genericOAuth>["init"]>>[0];

/** False when the office's server could not be asked where its pages are. */
export type FindSingleSignOn = () => Promise<boolean>;

const patienceMs = 10_000;

export function createSingleSignOn(env: Env, auth: Auth): FindSingleSignOn {
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
    // The same object, of a type that knows our settings more closely than a plugin may.
    const context = (await auth.$context) as unknown as LibraryContext;
    if (context.socialProviders.some(({ id }) => id === providerId)) return true;
    // Two who press at once ask once.
    asking ??= findIt(context).finally(() => (asking = undefined));
    return asking;
  };
}
