/*
 * Answering an invitation with a page form, and the redirect that follows. Every outcome has its own page:
 * ui/auth/outcomes.ts.
 */
import { data, redirect } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";
import { askApi, type Api } from "../pages/ask-api.ts";

/** Where an invalid invitation redirects, by problem code. */
export const invitationEnds: Record<string, string> = {
  "invitation-used": "/invitations/already-accepted",
  "invitation-revoked": "/invitations/revoked",
  "invitation-expired": "/invitations/expired",
};

/** Accepting leads into the organization; declining or an error leads back to `here`. */
export async function answerInvitation(request: Request, api: Api, text: (name: string) => string, here: string) {
  const deed = text("intent") === "accept" ? "accept" : "decline";
  const answer = await askApi(request, api, `/api/invitations/${encodeURIComponent(text("id"))}/${deed}`, {});
  if (answer.ok) throw redirect(deed === "accept" ? workspacePath(String(answer.body.slug), "/home") : here);
  const end = invitationEnds[answer.code];
  if (end !== undefined) throw redirect(end);
  return data({ refusal: answer.refusal, given: undefined }, { status: answer.status });
}
