/*
 * A real OpenID Connect server on this machine: discovery, PKCE, signed tokens. The test decides who returns from it,
 * or with what error.
 */
import { Events, OAuth2Server, type MutableRedirectUri, type MutableToken } from "oauth2-mock-server";

export type Identity = { sub: string; email?: string; email_verified?: boolean; name?: string; oid?: string };
export type IdentityServer = {
  url: string;
  /** Who signs in there from now on. */
  be(identity: Identity): void;
  /** The next sign-in returns with this error instead. */
  refuseNext(error: string): void;
  /** The next token is forged: its claims are changed after they were requested. */
  forgeNext(claims: object): void;
  close(): Promise<void>;
};

export async function startIdentityServer(
  clientId: string,
  { tenant, port = 0 }: { tenant?: string; port?: number } = {},
): Promise<IdentityServer> {
  const microsoft = { authorize: `/${tenant}/oauth2/v2.0/authorize`, token: `/${tenant}/oauth2/v2.0/token` };
  const server = new OAuth2Server(undefined, undefined, tenant === undefined ? {} : { endpoints: microsoft });
  await server.issuer.keys.generate("RS256");
  await server.start(port, "127.0.0.1");
  let identity: Identity = { sub: "nobody" };
  let forged: object = {};
  server.service.on(Events.BeforeTokenSigning, (token: MutableToken) => {
    Object.assign(token.payload, { aud: clientId }, identity, forged);
  });
  return {
    url: server.issuer.url!,
    be: (next) => void (identity = next),
    refuseNext(error) {
      server.service.once(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => {
        url.searchParams.delete("code");
        url.searchParams.set("error", error);
        url.searchParams.set("error_description", "<b>words of a stranger</b>");
      });
    },
    forgeNext: (claims) => void (forged = claims),
    close: () => server.stop(),
  };
}
