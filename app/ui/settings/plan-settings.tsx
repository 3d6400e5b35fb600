/* A workspace's plan: what it includes, how much of that is used, and how to change it. */
import { Link } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { mostSeats, type BillingState, type Offer } from "#core/account/billing.ts";
import { countedAs, limitNames, planNames } from "#core/account/plans.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { LeaveLink } from "../auth/leave-link.tsx";
import { TextField } from "../kit/text-field.tsx";
import { Disclosure } from "./disclosure.tsx";
import { ProofField } from "./proof-field.tsx";
import { SettingsSection } from "./settings-page.tsx";

type PlanSettingsProps = {
  state: BillingState;
  hasPassword: boolean;
  refusalOf: (intent: string) => AccountRefusal | null;
  /** The address of Stripe's page, after a form has been submitted. */
  leadsTo: string | null;
};

export function PlanSettings({ state, hasPassword, refusalOf, leadsTo }: PlanSettingsProps) {
  const { plan, amounts, seats, subscription, offers, isSold } = state;
  if (leadsTo !== null)
    return (
      <SettingsSection title="Continue to Stripe" lead="You’ll pay and make changes there, then return here.">
        <LeaveLink url={leadsTo} name="Stripe" />
      </SettingsSection>
    );
  return (
    <SettingsSection title={`Plan: ${planNames[plan]}`} lead={leadOf(state)}>
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {seats !== null && <Amount name="Members, guests not counted" used={seats.taken} limit={seats.limit} shown={String} />}
        {amounts.map(({ kind, limit, used }) => (
          <Amount key={kind} name={limitNames[kind]} used={used} limit={limit} shown={(amount) => countedAs(kind, amount)} />
        ))}
      </ul>
      <div className="mt-6">
        {subscription === null ? (
          offers.map((offer) => (
            <Buying
              key={offer.plan}
              offer={offer}
              refusal={refusalOf(`buy ${offer.plan}`)}
              hasPassword={hasPassword}
              taken={seats?.taken}
            />
          ))
        ) : (
          <Disclosure summary="Manage your subscription" open={refusalOf("manage") !== null}>
            <AuthForm intent="manage" submit="Continue to Stripe" variant="outline" isWide={false} refusal={refusalOf("manage")}>
              <ProofField hasPassword={hasPassword} refusal={refusalOf("manage")} />
            </AuthForm>
          </Disclosure>
        )}
        {!isSold && <p className="text-ink-soft">Plans aren’t sold here. Your administrator sets the plan.</p>}
        <p className="mt-3">
          <Link to="/pricing" className="text-blue hover:underline">
            What each plan includes
          </Link>
        </p>
      </div>
    </SettingsSection>
  );
}

function leadOf({ subscription }: BillingState): string | undefined {
  if (subscription === null) return undefined;
  const { cancelsAt, renewsAt, status } = subscription;
  if (cancelsAt !== null) return `Cancelled. It ends on ${dayOf(cancelsAt)}; until then nothing changes.`;
  if (status === "past_due") return "The last payment failed and will be retried. Check your payment method to keep the plan.";
  return renewsAt === null ? undefined : `Paid. It renews on ${dayOf(renewsAt)}.`;
}

/** The same on the server and in every browser. */
function dayOf(time: string): string {
  return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

type AmountProps = { name: string; used: number; limit: number | null; shown: (amount: number) => string };

function Amount({ name, used, limit, shown }: AmountProps) {
  const share = limit === null ? 0 : Math.min(1, used / limit);
  return (
    <li>
      <p className="flex justify-between gap-3">
        <span className="text-ink-soft">{name}</span>
        <span className="tabular-nums">{limit === null ? shown(used) : `${shown(used)} of ${shown(limit)}`}</span>
      </p>
      {limit !== null && (
        <div aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-full bg-wash">
          <div className={`h-full rounded-full ${share >= 1 ? "bg-danger" : "bg-blue"}`} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </li>
  );
}

type BuyingProps = { offer: Offer; refusal: AccountRefusal | null; hasPassword: boolean; taken: number | undefined };

function Buying({ offer, refusal, hasPassword, taken = 1 }: BuyingProps) {
  const { plan, name, price, isPerSeat } = offer;
  const what = isPerSeat ? "Buy seats" : `Change to ${name}`;
  const cost = price === null ? "" : ` · ${price}${isPerSeat ? " each" : ""}`;
  return (
    <Disclosure summary={what + cost} open={refusal !== null}>
      <AuthForm intent={`buy ${plan}`} submit="Continue to payment" isWide={false} refusal={refusal}>
        {isPerSeat && (
          <TextField
            label="Number of seats"
            name="seats"
            type="number"
            inputMode="numeric"
            min={1}
            max={mostSeats}
            required
            defaultValue={Math.max(1, taken)}
            className="max-w-40"
            hint="Every member needs one; guests don’t."
          />
        )}
        <ProofField hasPassword={hasPassword} refusal={refusal} />
      </AuthForm>
    </Disclosure>
  );
}
