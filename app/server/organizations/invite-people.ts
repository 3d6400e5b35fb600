/* Invites everyone in a pasted list, one by one, and says who was not invited and why. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { addressesIn } from "#core/account/address-list.ts";
import { askApi, type Api } from "../pages/ask-api.ts";
import { refusalIn } from "./organization-form.ts";

/** As many as an organization may send in an hour. */
export const mostInvitedAtOnce = 100;

export type Invited = {
  sent: number;
  refusal: AccountRefusal | null;
  status: number;
  /** The addresses that were not invited, for another try. */
  left: string;
};

export async function invitePeople(request: Request, api: Api, list: string, role: string): Promise<Invited> {
  const { addresses, unreadable } = addressesIn(list);
  const early = refusalOf(addresses, unreadable);
  if (early !== null) return { sent: 0, refusal: { sentence: early, field: "email" }, status: 400, left: list };
  const refused: { address: string; refusal: AccountRefusal; status: number }[] = [];
  const left: string[] = [];
  for (const address of addresses) {
    // Once there were too many, the others would be, too.
    if (refused.at(-1)?.status === 429) {
      left.push(address);
      continue;
    }
    const answer = await askApi(request, api, "/api/invitations", { email: address, role });
    const refusal = refusalIn(answer);
    if (answer.ok || refusal === null) continue;
    left.push(address);
    refused.push({ address, refusal, status: answer.status });
  }
  const sent = addresses.length - left.length;
  if (refused.length === 0) return { sent, refusal: null, status: 200, left: "" };
  const { refusal, status } = refused[0]!;
  if (addresses.length === 1) return { sent, refusal, status, left: list };
  const sentence = `${invitationsSent(sent)} ${refused.map((one) => `${one.address}: ${one.refusal.sentence}`).join(" ")}`;
  return { sent, refusal: { sentence, field: "email" }, status, left: left.join("\n") };
}

/** Nobody is invited before every address can be read. */
function refusalOf(addresses: readonly string[], unreadable: readonly string[]): string | null {
  if (unreadable.length > 0)
    return `Not ${unreadable.length === 1 ? "a complete email address" : "complete email addresses"}: ${unreadable.slice(0, 5).join(", ")}`;
  if (addresses.length === 0) return "Enter a complete email address.";
  if (addresses.length > mostInvitedAtOnce)
    return `Invite at most ${mostInvitedAtOnce} people at a time: these are ${addresses.length}.`;
  return null;
}

export function invitationsSent(count: number): string {
  return count === 0 ? "No invitation was sent." : count === 1 ? "Invitation sent." : `${count} invitations sent.`;
}
