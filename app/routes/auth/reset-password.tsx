/* Choosing a new password, reached from the emailed link. */
import { data, href, redirect } from "react-router";
import { minimumPasswordLength, newPasswordRefusal } from "#core/account/account-refusal.ts";
import { theServer } from "#core/workspace/policy.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { findRecovery, type OtherMethods } from "#server/data/accounts/recovery.ts";
import { apiContext, stetContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { PasswordField } from "#ui/auth/password-field.tsx";
import type { Route } from "./+types/reset-password.ts";

export function meta() {
  return [{ title: "Choose a new password · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (token === null) throw redirect(href("/auth/reset-password/request"));
  const recovery = await findRecovery(theServer, context.get(stetContext).db, token);
  if (recovery === null) throw redirect(href("/auth/reset-password/expired"));
  return { methods: methodsOf(recovery), isProven: recovery.isProven };
}

/** "2 passkeys and 1 API key", or nothing. */
function methodsOf({ passkeys, connections, keys }: OtherMethods): string {
  const counted = [
    [passkeys, "passkey"],
    [connections, "connected account"],
    [keys, "API key"],
  ] as const;
  const named = counted.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}${count === 1 ? "" : "s"}`);
  return new Intl.ListFormat("en").format(named);
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const newPassword = text("newPassword");
  const keepMethods = text("methods") === "offered" && text("removeMethods") === "";
  const early = newPasswordRefusal(newPassword);
  if (early !== null) return data({ refusal: early }, { status: 400 });
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const answer = await askApi(request, context.get(apiContext), "/api/auth/reset-password", { newPassword, token, keepMethods });
  if (answer.ok) throw redirect(href("/auth/reset-password/success"), { headers: answer.cookies });
  if (answer.code === "INVALID_TOKEN") throw redirect(href("/auth/reset-password/expired"));
  const { refusal } = answer;
  return data(
    { refusal: refusal.field === "password" ? { ...refusal, field: "newPassword" as const } : refusal },
    { status: answer.status },
  );
}

export default function ResetPassword({ loaderData: { methods, isProven }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Your new password" lead="All devices signed in to your account will be signed out.">
      <AuthForm submit="Change the password" refusal={actionData?.refusal}>
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          required
          maxLength={256}
          hint={`At least ${minimumPasswordLength} characters.`}
          error={errorAt(actionData?.refusal, "newPassword")}
        />
        {methods !== "" && isProven && (
          <label className="flex items-start gap-2.5 pointer-coarse:min-h-11">
            <input type="hidden" name="methods" value="offered" />
            <input type="checkbox" name="removeMethods" value="yes" defaultChecked className="mt-1 size-4 shrink-0" />
            <span>
              Remove all other ways to sign in: {methods}
              <span className="mt-0.5 block text-xs text-ink-soft">Clear this only if you added all of them yourself.</span>
            </span>
          </label>
        )}
        {methods !== "" && !isProven && (
          <p className="text-ink-soft">
            This address was not verified before, so all other ways to sign in will be removed: {methods}.
          </p>
        )}
      </AuthForm>
    </AccountPage>
  );
}
