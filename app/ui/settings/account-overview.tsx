/* A summary of the account, each line linking to where it is changed. */
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

export type AccountState = {
  name: string;
  email: string;
  isVerified: boolean;
  hasSecondStep: boolean;
  sessions: number;
  isAdministrator: boolean;
};

export function AccountOverview({ base, state }: { base: string; state: AccountState }) {
  const { name, email, isVerified, hasSecondStep, sessions, isAdministrator } = state;
  const rows = [
    { to: `${base}/profile`, label: "Name", value: name },
    { to: `${base}/profile`, label: "Email", value: isVerified ? email : `${email}, not verified yet` },
    {
      to: `${base}/security`,
      label: "Two-factor authentication",
      value: hasSecondStep ? "On: an authenticator app" : "Off",
    },
    { to: `${base}/security`, label: "Signed in", value: sessions === 1 ? "On this device only" : `On ${sessions} devices` },
    ...(isAdministrator ? [{ to: "/admin/models", label: "Administration", value: "You administer this installation" }] : []),
  ];
  return (
    <ul className="mt-4">
      {rows.map(({ to, label, value }) => (
        <li key={label} className="border-b border-rule">
          <Link to={to} className="-mx-2 flex items-center gap-4 rounded-lg px-2 py-3.5 hover:bg-wash">
            <span className="w-24 shrink-0 text-ink-soft sm:w-32">{label}</span>
            <span className="min-w-0 flex-1 text-base wrap-anywhere">{value}</span>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
