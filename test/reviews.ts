/* Reviews over the API of a test: small agreements, and a model that reads them as a person would. */
import type { NewColumn, Review, ReviewRow } from "#core/review/review.ts";
import type { AskedCell } from "./review-model.ts";

/** JSON in, JSON out; throws what is refused. */
export type Ask = <T>(path: string, body?: unknown, method?: string) => Promise<T>;

const countries = ["Sweden", "Germany", "England and Wales", "the Netherlands"];

/** Every fifth has no notice period. */
export function agreement(at: number): { name: string; text: string } {
  const notice = at % 5 === 0 ? "" : `\n\n3. Either party may terminate this agreement on ${(at % 6) + 1} months’ written notice.`;
  const text = `Services Agreement No. ${at}

1. This agreement begins on 1 March ${2000 + at} between Alder AB and Party ${at} Ltd.

2. This agreement is governed by the law of ${countries[at % countries.length]}.${notice}`;
  return { name: `Agreement ${String(at).padStart(2, "0")}.txt`, text };
}

export const agreementColumns: NewColumn[] = [
  { label: "Begins", question: "When does the agreement begin?", format: "date", choices: [] },
  { label: "Governing law", question: "Which law governs the agreement?", format: "text", choices: [] },
  { label: "Notice", question: "On what notice may it be terminated?", format: "text", choices: [] },
];

const nothing = { found: "no", answer: "", quotations: [], why: "" };

/** Reads the words of the agreement; what a model quotes is there. */
export function readAgreement({ text, column }: AskedCell): object {
  const patterns: Record<string, RegExp> = {
    Begins: /This agreement begins on 1 March (\d{4})/,
    "Governing law": /governed by the law of ([^.]+)\./,
    Notice: /on (\d months)’ written notice/,
  };
  const found = patterns[column]?.exec(text);
  if (!found) return nothing;
  const answer = column === "Begins" ? `${found[1]}-03-01` : found[1];
  return { found: "yes", answer, quotations: [found[0]], why: "" };
}

/** Returns the review's id. */
export async function newReview(ask: Ask, upload: (projectId: string, name: string, text: string) => Promise<void>, count: number) {
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Agreements" });
  for (let at = 1; at <= count; at++) {
    const { name, text } = agreement(at);
    await upload(projectId, name, text);
  }
  const { id } = await ask<{ id: string }>("/api/reviews", { projectId, name: "Supply agreements" });
  await ask(`/api/reviews/${id}/columns`, { columns: agreementColumns });
  await ask(`/api/reviews/${id}/documents`, {});
  return { id, projectId };
}

export async function readReview(ask: Ask, id: string): Promise<Review> {
  return (await ask<{ review: Review }>(`/api/reviews/${id}`)).review;
}

export async function readRows(ask: Ask, id: string): Promise<ReviewRow[]> {
  return (await ask<{ rows: ReviewRow[] }>(`/api/reviews/${id}/rows`)).rows;
}

export async function uploadTo(
  url: string,
  cookie: string,
  fetcher: (request: Request) => Promise<Response>,
  projectId: string,
  file: File,
) {
  const form = new FormData();
  form.append("file", file);
  const whole = new Response(form);
  const headers = { origin: url, cookie, "content-type": whole.headers.get("content-type")! };
  const body = await whole.arrayBuffer();
  const answer = await fetcher(new Request(new URL(`/api/upload?project=${projectId}`, url), { method: "POST", body, headers }));
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`);
}
