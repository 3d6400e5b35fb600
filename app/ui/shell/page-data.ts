/*
 * Data of pages over a network that fails. React Router would put an error page in place of what is on the screen, with all
 * that is entered there, even where it only reads the page again: a page is waited for instead, and a form that may not
 * have arrived stays as it is, and says so.
 */
import { ownProblem } from "#core/workspace/own-problems.ts";
import { dismissToast, showToast } from "../kit/toast.tsx";

const againAfterMs = 1000;
/** What something on the way answers for a server that is down; an answer of Stet to such a request has a header. */
const isUnreached = ({ status, headers }: Response) => status >= 502 && status <= 504 && !headers.has("x-remix-response");

/** The browser's fetch, for the router's requests. An end of the signal ends a wait, as another navigation does. */
export function fetchPatiently(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!(input instanceof URL && input.pathname.endsWith(".data"))) return send(input, init);
    const isForm = init?.method !== undefined;
    const isHere = input.pathname === `${location.pathname}.data`;
    let notice = "";
    try {
      for (;;) {
        const answer = await whole(send(input, init)).catch(() => null);
        init?.signal?.throwIfAborted();
        if (answer !== null && !isUnreached(answer)) return answer;
        if (isForm) {
          showToast({ kind: "error", text: ownProblem("no-connection").title });
          // No answer, after which the router reads the page again: it then shows whether the form has arrived.
          return new Response(null, { status: 204 });
        }
        if (!isHere && notice === "")
          notice = showToast({ kind: "loading", text: "Stet can’t be reached. The page opens as soon as it can be." });
        await new Promise((resolve) => setTimeout(resolve, againAfterMs));
      }
    } finally {
      dismissToast(notice);
    }
  };
}

/** To its end: a connection may be cut in the middle of an answer. */
async function whole(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  return answer.body === null ? answer : new Response(await answer.arrayBuffer(), answer);
}
