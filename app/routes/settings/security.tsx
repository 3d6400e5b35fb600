/* Password, two-factor authentication, and active sessions. */
import { data, redirect } from "react-router";
import { newPasswordRefusal, type AccountRefusal } from "#core/account/account-refusal.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { isAddressOf, type Membership } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { providerName } from "#core/models/provider.ts";
import { accountOf } from "#server/accounts/account-state.ts";
import { askApi, textsOf, type ApiAnswer } from "#server/pages/ask-api.ts";
import { providersOf } from "#server/accounts/providers.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { LeaveLink, type Leaving } from "#ui/auth/leave-link.tsx";
import { errorOutcome } from "#ui/auth/outcomes.ts";
import { ConnectionList } from "#ui/settings/connection-list.tsx";
import { PasskeyList } from "#ui/settings/passkey-list.tsx";
import { PasswordSettings } from "#ui/settings/password-settings.tsx";
import { TwoFactorNeeded } from "#ui/settings/two-factor-needed.tsx";
import { TwoFactorSetup, type SetUp } from "#ui/settings/two-factor-setup.tsx";
import { TwoFactorSettings } from "#ui/settings/two-factor-settings.tsx";
import { SessionList } from "#ui/settings/session-list.tsx";
import { DoneNotice, ErrorNotice, SettingsSection } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/security.ts";

type Answered = {
  intent: string;
  refusal: AccountRefusal | null;
  setUp: SetUp | null;
  codes: string[] | null;
  leaving: Leaving | null;
};

export function meta() {
  return [{ title: "Security · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const stet = context.get(stetContext);
  const account = await accountOf(me, stet, request.headers);
  const search = new URL(request.url).searchParams;
  const cameFrom = me.memberships.find((one) => isAddressOf(one, search.get("for")));
  return {
    ...account,
    providers: providersOf(stet.env),
    done: search.get("done"),
    error: search.get("error"),
    barred: (me.barred ?? []).map(named),
    open: account.hasSecondStep && cameFrom !== undefined ? named(cameFrom) : null,
    requiring: me.memberships.filter(({ policies }) => policies.twoFactor).map(({ name }) => name),
  };
}

function named({ name, slug }: Membership): { name: string; slug: string } {
  return { name, slug };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const here = workspacePath(params.slug ?? null, "/settings/account/security");
  const text = await textsOf(request);
  const intent = text("intent");
  const early = intent === "password" ? newPasswordRefusal(text("newPassword")) : null;
  if (early !== null) return data(answered({ intent, refusal: early }), { status: 400 });

  const answer = await asked(request, context.get(apiContext), intent, text);
  const isConfirming = intent === "second-step-confirm";
  if (!answer.ok) {
    const setUp = isConfirming ? setUpOf(text("address"), text("codes").split(" ")) : null;
    const refusal = answer.code === "password-refused" ? { ...answer.refusal, field: "newPassword" as const } : answer.refusal;
    return data(answered({ intent, refusal, setUp }), { status: answer.status });
  }
  if (intent === "second-step")
    return data(answered({ intent, setUp: setUpOf(String(answer.body.address), answer.body.codes as string[]) }));
  if (intent === "recovery-codes") return data(answered({ intent, codes: answer.body.codes as string[] }));
  if (intent.startsWith("connect ")) {
    const { env } = context.get(stetContext);
    const leaving = { url: String(answer.body.url), name: providerName(intent.slice("connect ".length), providersOf(env)) };
    return data(answered({ intent, leaving }), { headers: answer.cookies });
  }
  // Changing the password or two-factor authentication starts a new session.
  const cameFrom = new URL(request.url).searchParams.get("for");
  const back = cameFrom === null ? "" : `&for=${encodeURIComponent(cameFrom)}`;
  throw redirect(`${here}?done=${intent.split(" ", 1)[0]}${back}`, { headers: answer.cookies });
}

function answered(rest: Partial<Answered> & { intent: string }): Answered {
  return { refusal: null, setUp: null, codes: null, leaving: null, ...rest };
}

type Api = Parameters<typeof askApi>[1];

async function asked(request: Request, api: Api, intent: string, text: (name: string) => string): Promise<ApiAnswer> {
  const password = text("password");
  const [verb, id = ""] = intent.split(" ");
  switch (verb) {
    case "connect":
      return askApi(request, api, "/api/account/connections", { provider: id, password });
    case "passkey-name":
      return askApi(request, api, `/api/account/passkeys/${encodeURIComponent(id)}`, { name: text("name") }, "PATCH");
    case "passkey-remove":
      return askApi(request, api, `/api/account/passkeys/${encodeURIComponent(id)}`, { password }, "DELETE");
    case "disconnect":
      return askApi(request, api, `/api/account/connections/${encodeURIComponent(id)}`, { password }, "DELETE");
    case "password":
      return askApi(request, api, "/api/account/change-password", { password, newPassword: text("newPassword") });
    case "second-step":
      return askApi(request, api, "/api/account/second-step", { password });
    case "second-step-confirm":
      return askApi(request, api, "/api/account/second-step/confirm", { code: text("code") });
    case "second-step-off":
      return askApi(request, api, "/api/account/second-step", { password }, "DELETE");
    case "recovery-codes":
      return askApi(request, api, "/api/account/recovery-codes", { password });
    case "end-session":
      return askApi(request, api, `/api/account/sessions/${encodeURIComponent(text("id"))}`, {}, "DELETE");
    case "end-others":
      return askApi(request, api, "/api/account/sessions", {}, "DELETE");
    default:
      throw problem("bad-request");
  }
}

function setUpOf(address: string, codes: string[]): SetUp | null {
  if (!URL.canParse(address)) return null;
  return { address, secret: new URL(address).searchParams.get("secret") ?? "", codes };
}

const done: Record<string, string> = {
  connect: "Account connected.",
  passkey: "Passkey added. You can use it the next time you sign in.",
  "passkey-name": "Passkey renamed.",
  "passkey-remove": "Passkey removed. Remove it from your device as well.",
  disconnect: "Account disconnected.",
  password: "Password changed. Every other device was signed out.",
  "second-step-confirm": "Two-factor authentication is on. Other devices stay signed in; you can sign them out below.",
  "second-step-off": "Two-factor authentication is off.",
  "end-session": "Device signed out.",
  "end-others": "All other devices were signed out.",
};

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const refusalOf = (intent: string) => (actionData?.intent === intent ? actionData.refusal : null);
  const { connections, passkeys, providers, hasPassword } = loaderData;
  const setUp = actionData?.setUp ?? null;
  if (setUp !== null) return <TwoFactorSetup {...setUp} refusal={refusalOf("second-step-confirm")} />;
  if (actionData?.leaving)
    return (
      <SettingsSection title={`Continue to ${actionData.leaving.name}`} lead="You’ll return here after signing in there.">
        <LeaveLink {...actionData.leaving} />
      </SettingsSection>
    );
  const notice = loaderData.done !== null && actionData === undefined && Object.hasOwn(done, loaderData.done);
  return (
    <>
      {notice && <DoneNotice>{done[loaderData.done!]}</DoneNotice>}
      <TwoFactorNeeded barred={loaderData.barred} open={loaderData.open} />
      {loaderData.error !== null && actionData === undefined && <ErrorNotice>{errorOutcome(loaderData.error).lead}</ErrorNotice>}
      <PasswordSettings key={loaderData.done} hasPassword={hasPassword} refusal={refusalOf("password")} />
      <PasskeyList {...{ passkeys, hasPassword, refusalOf }} />
      <ConnectionList {...{ connections, providers, hasPassword, refusalOf }} />
      <TwoFactorSettings
        isOn={loaderData.hasSecondStep}
        requiring={loaderData.requiring}
        hasPassword={hasPassword}
        codes={actionData?.codes ?? null}
        refusalOf={refusalOf}
      />
      <SessionList sessions={loaderData.sessions} />
    </>
  );
}
