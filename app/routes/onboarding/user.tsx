/* What a new account is asked once: what they write. All of it can be skipped. A sample to begin with is a button away. */
import { FolderOpen } from "lucide-react";
import { data, Form, href, Link, redirect } from "react-router";
import { backFrom } from "#server/accounts/account-form.ts";
import { askApi } from "#server/pages/ask-api.ts";
import { getProfile } from "#server/data/accounts/profiles.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { writesIn } from "#server/writing/writes-form.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm, errorAt } from "#ui/auth/auth-form.tsx";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/text-field.tsx";
import { WritesFields } from "#ui/settings/writes-fields.tsx";
import type { Route } from "./+types/user.ts";

export function meta() {
  return [{ title: "Welcome · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`${href("/auth/sign-in")}?from=${encodeURIComponent(url.pathname)}`);
  const { writes } = await getProfile(me, context.get(stetContext).db);
  return { writes, isNamed: me.name.trim() !== "" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const api = context.get(apiContext);
  if (form.get("intent") !== "skip") {
    const name = form.get("name");
    const answers = [
      ...(typeof name === "string" ? [await askApi(request, api, "/api/account", { name: name.trim() }, "PATCH")] : []),
      await askApi(request, api, "/api/account/writes", writesIn(form), "PUT"),
    ];
    for (const answer of answers)
      if (!answer.ok) {
        const refusal = name === "" ? { sentence: "Enter your name.", field: "name" as const } : answer.refusal;
        return data({ refusal }, { status: answer.status });
      }
  }
  await askApi(request, api, "/api/account/onboarded", {});
  if (form.get("then") === "sample") {
    const made = await askApi(request, api, "/api/projects/sample", {});
    if (!made.ok) return data({ refusal: made.refusal }, { status: made.status });
    throw redirect(
      href("/vault/projects/:projectId/drafts/:draftId", {
        projectId: String(made.body["id"]),
        draftId: String(made.body["draftId"]),
      }),
    );
  }
  throw redirect(backFrom(request, href("/onboarding")));
}

export default function OnboardingUser({ loaderData: { writes, isNamed }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Welcome to Stet"
      lead="Two questions, so that answers fit you from the start. You can change your answers under Your account."
      footer={
        <>
          Do you work with others?{" "}
          <Link to={href("/onboarding/organization")} className="font-medium text-blue hover:underline">
            Create an organization
          </Link>
        </>
      }
    >
      <AuthForm intent="save" submit="Start writing" refusal={actionData?.refusal} after={<SampleChoice />}>
        {!isNamed && (
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            error={errorAt(actionData?.refusal, "name")}
          />
        )}
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

function SampleChoice() {
  return (
    <>
      <Button type="submit" name="then" value="sample" size="large" className="mt-3 w-full">
        <FolderOpen /> Start with a sample
      </Button>
      <p className="mt-2 text-ink-soft text-pretty">
        The sample is a short agreement with the other side’s changes to accept or reject, a comment to answer, the law it rests on,
        and a review that compares it with two others. One button removes it.
      </p>
    </>
  );
}
