/* Sign-in and sign-up submitted as page forms, and where they redirect. */
import { data, href, redirect } from "react-router";
import { accountFormRefusal, type AccountRefusal } from "#core/account/account-refusal.ts";
import { returnPath } from "#core/text/return-path.ts";
import { askApi, textsOf, type Api } from "../pages/ask-api.ts";

type AccountAnswer =
  /** Signed in, or password accepted and two-factor authentication pending. */
  | { step: "in" | "totp"; cookies: Headers }
  /** An email was sent: to the new account's address, or to the owner of an existing account. */
  | { step: "letter" }
  | { step: "refused"; refusal: AccountRefusal; email: string; status: number };

async function postAccountForm(request: Request, api: Api, kind: "sign-in" | "sign-up"): Promise<AccountAnswer> {
  const text = await textsOf(request);
  const email = text("email").trim();
  const fields = { ...(kind === "sign-up" && { name: text("name").trim() }), email, password: text("password") };
  const early = accountFormRefusal(fields);
  if (early !== null) return { step: "refused", refusal: early, email, status: 400 };

  if (kind === "sign-up") {
    const made = await askApi(request, api, "/api/auth/sign-up/email", fields);
    if (!made.ok) return { step: "refused", refusal: made.refusal, email, status: made.status };
    // Whether or not the address was taken.
    if (made.body.mustVerify === true) return { step: "letter" };
  }
  const answer = await askApi(request, api, "/api/auth/sign-in/email", { email, password: fields.password });
  if (answer.ok) return { step: answer.body.twoFactorRedirect === true ? "totp" : "in", cookies: answer.cookies };
  // The address is taken and the password differs. Only the owner learns of it, by email.
  if (kind === "sign-up") return { step: "letter" };
  return { step: "refused", refusal: answer.refusal, email, status: answer.status };
}

/** The whole action of a sign-in or sign-up page: redirects back or to the next step, or returns the error. */
export async function answerAccountForm(request: Request, api: Api, kind: "sign-in" | "sign-up") {
  const asked = backFrom(request);
  // A new account that is not on its way to somewhere else meets the welcome first.
  const back = kind === "sign-up" && asked === href("/chat") ? href("/onboarding") : asked;
  const answer = await postAccountForm(request, api, kind);
  if (answer.step === "refused") return data({ refusal: answer.refusal, email: answer.email }, { status: answer.status });
  if (answer.step === "letter") throw redirect(`${href("/auth/verify-email/request")}?sent&from=${encodeURIComponent(back)}`);
  const next = answer.step === "totp" ? `${href("/auth/totp")}?from=${encodeURIComponent(back)}` : back;
  throw redirect(next, { headers: answer.cookies });
}

/** Whether a password was accepted, so that a second factor is asked for. */
export function isChallenged(request: Request): boolean {
  return /(?:^|[; ])[\w.-]*two_factor=/.test(request.headers.get("cookie") ?? "");
}

/** The same-site path the page's URL asks to return to. */
export function backFrom(request: Request, otherwise?: string): string {
  return returnPath(new URL(request.url).searchParams.get("from"), otherwise);
}
