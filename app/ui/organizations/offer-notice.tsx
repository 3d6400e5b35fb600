/* Shown to the person to whom an organization's ownership was offered: in its settings, and as a line on its home. */
import { useId } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "../kit/button.tsx";
import type { OwnershipOffer } from "#core/workspace/organization.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { longDate } from "./dates.ts";

/** `action`: the page that answers. */
export function OfferNotice({ offer, name, action }: { offer: OwnershipOffer; name: string; action: string }) {
  const id = useId();
  const asked = useNavigation().formData?.get("intent");
  return (
    <section aria-labelledby={id} className="mt-6 rounded-lg border border-rule-strong px-4 py-4">
      <h2 id={id} className="font-serif text-title">
        {offer.from} offers you the ownership of {name}
      </h2>
      <p className="mt-1.5 text-ink-soft text-pretty">
        If you accept, only you can transfer or delete the organization, and {offer.from} becomes an admin. The offer is open until{" "}
        {longDate(offer.until)}.
      </p>
      <Form method="post" action={action} className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="accept-ownership" pending={asked === "accept-ownership"}>
          Accept ownership
        </Button>
        <Button type="submit" name="intent" value="decline-ownership" variant="quiet" pending={asked === "decline-ownership"}>
          Decline
        </Button>
      </Form>
    </section>
  );
}

export function OfferLine({ from, name }: { from: string; name: string }) {
  const place = useWorkspace();
  return (
    <p className="mb-6 rounded-lg border border-rule-strong px-3 py-2.5">
      {from} offers you the ownership of {name}.{" "}
      <Link to={place.path("/settings/organization/members")} className="text-blue underline underline-offset-2">
        Accept or decline
      </Link>
    </p>
  );
}
