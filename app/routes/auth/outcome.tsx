/* All result pages of the sign-in flows: a table of outcomes, one of which is shown. */
import { Link, useLocation, useSearchParams } from "react-router";
import { AccountPage } from "#ui/auth/account-page.tsx";
import { errorOutcome, outcomes } from "#ui/auth/outcomes.ts";
import { buttonClass } from "#ui/kit/button.tsx";

type At = { location: { pathname: string; search: string } };

function outcomeAt({ location }: At) {
  return outcomes[location.pathname.replace(/\/$/, "")] ?? errorOutcome(new URLSearchParams(location.search).get("error"));
}

export function meta(at: At) {
  return [{ title: `${outcomeAt(at).title} · Stet` }];
}

export default function OutcomePage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { title, lead, next, also } = outcomeAt({ location: { pathname, search: search.toString() } });
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
