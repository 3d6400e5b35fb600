/*
 * A sign-in or sign-up that comes as a page's form. It goes through our own API
 * as if the browser had asked it, so the limits on guessing, the check of the
 * origin and the cookies are one and the same with and without script.
 */
import { accountFormRefusal, accountRefusal, type AccountRefusal } from "#core/account-refusal.ts";

type Api = (request: Request) => Promise<Response>;
export type AccountAnswer = { cookies: Headers } | { refusal: AccountRefusal; email: string; status: number };

export async function postAccountForm(request: Request, api: Api, kind: "sign-in" | "sign-up"): Promise<AccountAnswer> {
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const email = text("email").trim();
  const fields = { ...(kind === "sign-up" && { name: text("name").trim() }), email, password: text("password") };
  const early = accountFormRefusal(fields);
  if (early !== null) return { refusal: early, email, status: 400 };

  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const asked = new Request(new URL(`/api/auth/${kind}/email`, request.url), {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
  });
  const answer = await api(asked);
  if (!answer.ok) return { refusal: accountRefusal(await answer.json().catch(() => null)), email, status: answer.status };
  const cookies = new Headers();
  for (const cookie of answer.headers.getSetCookie()) cookies.append("set-cookie", cookie);
  return { cookies };
}
