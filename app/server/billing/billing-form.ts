/* Billing actions submitted as page forms; both redirect to Stripe's own pages. */
import { data } from "react-router";
import { askApi, type Api } from "../pages/ask-api.ts";

export async function answerBillingForm(request: Request, api: Api, text: (name: string) => string) {
  const intent = text("intent");
  const password = text("password");
  const [, plan] = intent.split(" ");
  const answer =
    plan === undefined
      ? await askApi(request, api, "/api/billing/portal", { password })
      : await askApi(request, api, "/api/billing/checkout", { password, plan, seats: Number(text("seats") || 1) });
  if (!answer.ok) return data({ intent, refusal: answer.refusal, url: null }, { status: answer.status });
  return data({ intent, refusal: null, url: String(answer.body.url) });
}

/** This form's intents: "buy starter", "buy professional", "manage". */
export function isBillingIntent(intent: string): boolean {
  return /^(buy \w+|manage)$/.test(intent);
}
