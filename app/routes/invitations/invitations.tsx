/*
 * Invitations: the user's pending ones, or the one an email link names. A visitor sees what it is about and returns
 * here after signing in or up; only the email holds the id in the link.
 */
import { data, href, Link, redirect } from "react-router";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { findOffered, listOffered } from "#server/data/organizations/invitations.ts";
import { answerInvitation, invitationEnds } from "#server/organizations/invitation-form.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { roleNames, type OfferedInvitation } from "#core/workspace/organization.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { AuthForm } from "#ui/auth/auth-form.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { longDate } from "#ui/organizations/dates.ts";
import { OfferedInvitations } from "#ui/organizations/offered-invitations.tsx";
import type { Route } from "./+types/invitations.ts";

type Shown =
  | { kind: "visitor"; offer: OfferedInvitation; email: string; back: string }
  | { kind: "mine"; invitations: OfferedInvitation[] }
  | { kind: "for-another" | "not-verified"; email: string }
  | { kind: "unknown" };

export function meta() {
  return [{ title: "Invitations · Stet" }, { name: "robots", content: "noindex" }];
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Shown> {
  const me = context.get(actorContext);
  const { db } = context.get(stetContext);
  const id = url.searchParams.get("id");
  const back = url.pathname + url.search;
  if (id === null) {
    if (me.kind !== "person") throw redirect(`${href("/auth/sign-in")}?from=${encodeURIComponent(back)}`);
    if (!me.isVerified) return { kind: "not-verified", email: me.email };
    return { kind: "mine", invitations: await listOffered(me, db) };
  }
  const found = await findOffered(me, db, id);
  if (found === null) return { kind: "unknown" };
  if (found === "for-another") return { kind: "for-another", email: me.kind === "person" ? me.email : "" };
  const end = found.state === "pending" ? undefined : invitationEnds[endCodes[found.state]];
  if (end !== undefined) throw redirect(end);
  if (me.kind !== "person") return { kind: "visitor", offer: found.offer, email: found.email, back };
  if (!me.isVerified) return { kind: "not-verified", email: me.email };
  return { kind: "mine", invitations: [found.offer] };
}

const endCodes = {
  accepted: "invitation-used",
  declined: "invitation-revoked",
  revoked: "invitation-revoked",
  expired: "invitation-expired",
} as const;

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const api = context.get(apiContext);
  if (text("intent") !== "verify") return answerInvitation(request, api, text, "/invitations");
  const answer = await askApi(request, api, "/api/account/verify-email/send", {});
  return data({ refusal: answer.ok ? null : answer.refusal, given: undefined }, { status: answer.ok ? 200 : answer.status });
}

export default function Invitations({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case "visitor":
      return <ForVisitor {...loaderData} />;
    case "for-another":
      return (
        <AccountPage
          title="This invitation is for someone else"
          lead={`You are signed in with ${loaderData.email}, but the invitation was sent to another address. Sign in with that one, or request an invitation to this one.`}
          footer={<Elsewhere />}
        />
      );
    case "not-verified":
      return <NotVerified email={loaderData.email} answered={actionData} />;
    case "unknown":
      return (
        <AccountPage
          title="This link is invalid"
          lead="Part of it is missing, or the organization no longer exists. Copy it again from the email."
          footer={<Elsewhere />}
        />
      );
    case "mine":
      return <Mine invitations={loaderData.invitations} refusal={actionData?.refusal ?? null} />;
  }
}

function ForVisitor({ offer, email, back }: Extract<Shown, { kind: "visitor" }>) {
  const { organization, inviter, role, expiresAt } = offer;
  const from = `?from=${encodeURIComponent(back)}`;
  return (
    <AccountPage
      title={`You are invited to ${organization}`}
      lead={`${inviter} invites you to work together in Stet, as ${roleNames[role].toLowerCase()}. The invitation is for ${email}, and open until ${longDate(expiresAt)}.`}
    >
      <div className="flex flex-col gap-3">
        <Link to={`${href("/auth/sign-up")}${from}`} className={`w-full ${buttonClass("primary", "large")}`}>
          Create an account
        </Link>
        <Link to={`${href("/auth/sign-in")}${from}`} className={`w-full ${buttonClass("outline", "large")}`}>
          Sign in
        </Link>
      </div>
    </AccountPage>
  );
}

type AnsweredForm = { refusal: { sentence: string } | null } | undefined;

function NotVerified({ email, answered }: { email: string; answered: AnsweredForm }) {
  return (
    <AccountPage
      title="Verify your address first"
      lead={`Invitations are tied to an email address. Open the link in the email we sent to ${email}. Your invitations will then appear here.`}
      footer={<Elsewhere />}
    >
      {answered?.refusal === null ? (
        <p role="status" className="rounded-lg bg-insert-soft px-3 py-2.5 text-insert">
          We’ve sent you another email.
        </p>
      ) : (
        <AuthForm intent="verify" submit="Send the email again" refusal={answered?.refusal} />
      )}
    </AccountPage>
  );
}

function Mine({ invitations, refusal }: { invitations: OfferedInvitation[]; refusal: AccountRefusal | null }) {
  const lead =
    invitations.length === 0
      ? "You have no invitations. An invitation works for seven days, and only for the address it was sent to."
      : "If you accept, you can work in the organization, and its members see your name and address.";
  return (
    <AccountPage
      title="Your invitations"
      lead={lead}
      footer={
        <>
          Missing an invitation?{" "}
          <Link to={href("/invitations/request")} className="font-medium text-blue hover:underline">
            Request a new one
          </Link>
          {" · "}
          <Link to={href("/organizations")} className="font-medium text-blue hover:underline">
            Your organizations
          </Link>
        </>
      }
    >
      {invitations.length > 0 && <OfferedInvitations invitations={invitations} refusal={refusal} />}
    </AccountPage>
  );
}

function Elsewhere() {
  return (
    <>
      <Link to={href("/invitations/request")} className="font-medium text-blue hover:underline">
        Request a new invitation
      </Link>
      {" · "}
      <Link to={href("/chat")} className="font-medium text-blue hover:underline">
        Continue writing
      </Link>
    </>
  );
}
