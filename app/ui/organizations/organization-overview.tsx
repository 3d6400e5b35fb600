/* A summary of the organization, each line linking to where it is changed. */
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

type OrganizationState = {
  isManager: boolean;
  name: string;
  address: string;
  role: string;
  plan: string;
  /** Null for a guest, who cannot see the other members. */
  members: number | null;
  owner: string | null;
  open: number;
};

export function OrganizationOverview({ base, state }: { base: string; state: OrganizationState }) {
  const { isManager, name, address, role, plan, members, owner, open } = state;
  const invited = open === 0 ? "" : open === 1 ? ", one invitation open" : `, ${open} invitations open`;
  const rows = [
    { to: isManager ? "general" : null, label: "Name", value: name },
    { to: isManager ? "general" : null, label: "Address", value: address },
    { to: null, label: "Plan", value: plan },
    ...(owner === null ? [] : [{ to: "members", label: "Owner", value: owner }]),
    ...(members === null ? [] : [{ to: "members", label: "Members", value: `${members}${invited}` }]),
    { to: "members", label: "You are", value: role },
  ];
  return (
    <ul className="mt-4">
      {rows.map(({ to, label, value }) => (
        <li key={label} className="border-b border-rule">
          <Row to={to === null ? null : `${base}/${to}`}>
            <span className="w-24 shrink-0 text-ink-soft sm:w-32">{label}</span>
            <span className="min-w-0 flex-1 text-base wrap-anywhere">{value}</span>
          </Row>
        </li>
      ))}
    </ul>
  );
}

function Row({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return <div className="flex items-center gap-4 py-3.5">{children}</div>;
  return (
    <Link to={to} className="-mx-2 flex items-center gap-4 rounded-lg px-2 py-3.5 hover:bg-wash">
      {children}
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
    </Link>
  );
}
