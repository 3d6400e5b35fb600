/*
 * Submits a page's form to our own API as if the browser had: rate limits, the origin check and cookies are the same
 * with and without JavaScript.
 */
import { slugOfPath } from "#core/workspace/place.ts";
import { accountRefusal, type AccountRefusal } from "#core/account/account-refusal.ts";

export type Api = (request: Request) => Promise<Response>;
export type ApiAnswer =
  | { ok: true; body: Record<string, unknown>; cookies: Headers }
  | { ok: false; code: string; refusal: AccountRefusal; status: number };

export async function askApi(
  request: Request,
  api: Api,
  path: string,
  body: object,
  method: "POST" | "PUT" | "PATCH" | "DELETE" = "POST",
): Promise<ApiAnswer> {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const slug = slugOfPath(new URL(request.url).pathname);
  if (slug !== null) headers.set("x-organization-slug", slug);
  const answer = await api(new Request(new URL(path, request.url), { method, headers, body: JSON.stringify(body) }));
  const json = ((await answer.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  if (!answer.ok) return { ok: false, code: String(json.code ?? ""), refusal: accountRefusal(json), status: answer.status };
  const cookies = new Headers();
  for (const cookie of answer.headers.getSetCookie()) cookies.append("set-cookie", cookie);
  return { ok: true, body: json, cookies };
}

/** The form's fields as text; a missing field or a file is empty. */
export async function textsOf(request: Request): Promise<(name: string) => string> {
  const form = await request.formData();
  return (name) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
}
