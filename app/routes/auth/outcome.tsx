/* All result pages of the sign-in flows: a table of outcomes, one of which is shown. */
import { Link } from "react-router";
import { actorContext } from "#server/contexts.ts";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { errorOutcome, notSo, outcomes } from "#ui/auth/outcomes.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import type { Route } from "./+types/outcome.ts";

export function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  const path = url.pathname.replace(/\/$/, "");
  const so = me.kind === "person" ? notSo(path, me.isVerified) : null;
  return so ?? outcomes[path] ?? errorOutcome(url.searchParams.get("error"));
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title} · Stet` }];
}

export default function OutcomePage({ loaderData: { title, lead, next, also } }: Route.ComponentProps) {
  return (
    <AccountPage
      title={title}
      lead={lead}
      footer={
        also && (
          <Link to={also.to} className="font-medium text-blue hover:underline">
            {also.label}
          </Link>
        )
      }
    >
      <Link to={next.to} className={`w-full ${buttonClass("primary", "large")}`}>
        {next.label}
      </Link>
    </AccountPage>
  );
}
