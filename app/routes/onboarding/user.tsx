/* Asked once, on the first visit: the user's name and what they write. All of it can be skipped. */
import { data, Form, href, Link, redirect } from "react-router";
import { returnPath } from "#core/text/return-path.ts";
import { backFrom } from "#server/accounts/account-form.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { getProfile } from "#server/data/accounts/profiles.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { writesIn } from "#server/writing/writes-form.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { TextField } from "#ui/kit/text-field.tsx";
import { AvatarSettings } from "#ui/settings/avatar-settings.tsx";
import { WritesFields } from "#ui/settings/writes-fields.tsx";
import type { Route } from "./+types/user.ts";

export function meta() {
  return [{ title: "Welcome · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`${href("/auth/sign-in")}?from=${encodeURIComponent(url.pathname)}`);
  const profile = await getProfile(me, context.get(stetContext).db);
  return { ...profile, name: me.name, next: returnPath(url.searchParams.get("from"), href("/onboarding/organization")) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const api = context.get(apiContext);
  const name = form.get("name");
  if (form.get("intent") !== "skip") {
    const answers = [
      await askApi(request, api, "/api/account", { name: typeof name === "string" ? name.trim() : "" }, "PATCH"),
      await askApi(request, api, "/api/account/writes", writesIn(form), "PUT"),
    ];
    for (const answer of answers)
      if (!answer.ok) {
        const refusal = name === "" ? { sentence: "Enter your name.", field: "name" as const } : answer.refusal;
        return data({ refusal }, { status: answer.status });
      }
  }
  await askApi(request, api, "/api/account/onboarded", {});
  const from = new URL(request.url).searchParams.has("from");
  throw redirect(from ? backFrom(request) : href("/onboarding/organization"));
}

export default function OnboardingUser({ loaderData, actionData }: Route.ComponentProps) {
  const { name, image, writes } = loaderData;
  return (
    <AccountPage
      title="What should Stet know about you?"
      lead="This helps answers fit you from the start. You can change it any time under Your account."
      footer={
        <>
          The next step is about{" "}
          <Link to={href("/onboarding/organization")} className="font-medium text-blue hover:underline">
            working with others
          </Link>
          .
        </>
      }
    >
      <div className="mb-6">
        <AvatarSettings name={name} image={image} />
      </div>
      <AuthForm intent="save" submit="Save and continue" refusal={actionData?.refusal}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          defaultValue={name}
          error={errorAt(actionData?.refusal, "name")}
        />
        <WritesFields writes={writes} />
      </AuthForm>
      <Form method="post" className="mt-4 text-center">
        <input type="hidden" name="intent" value="skip" />
        <button type="submit" className="text-ink-soft touch-target hover:text-ink hover:underline">
          Skip this
        </button>
      </Form>
    </AccountPage>
  );
}
