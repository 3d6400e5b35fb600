/*
 * Requests to our own server. Every failure becomes one kind of error carrying a
 * known problem, so a screen always has a message to show, even for a broken
 * network. An expired session is renewed in place, and the request is repeated.
 */
import { slugOfPath } from "#core/workspace/place.ts";
import { isProblem, ownProblem, type OwnCode } from "#core/workspace/own-problems.ts";
import type { Problem } from "#core/workspace/problem.ts";
import { signInInWorkspace } from "./session.ts";

export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

export type Question = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON; a FormData is sent unchanged. */
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

/** The response's JSON (undefined if empty). Throws ProblemError, or the signal's own AbortError. */
export async function ask<T>(path: string, question: Question = {}): Promise<T> {
  const response = await askForResponse(path, question);
  const text = await received(response.text());
  return (text === "" ? undefined : parsed(text)) as T;
}

/** The same for anything that is not JSON, such as an event stream. An unsuccessful response is thrown. */
export async function askForResponse(path: string, question: Question = {}): Promise<Response> {
  const response = await received(fetch(path, requestOf(question)));
  if (response.ok) return response;
  const problem = await problemFrom(response);
  if (problem.code !== "not-signed-in" || !(await signInInWorkspace())) throw new ProblemError(problem);
  const again = await received(fetch(path, requestOf(question)));
  if (again.ok) return again;
  throw new ProblemError(await problemFrom(again));
}

/** What to show for anything that was thrown. */
export function problemIn(thrown: unknown): Problem {
  return thrown instanceof ProblemError ? thrown.problem : ownProblem("something-went-wrong");
}

/** A problem's message: the specific detail, else the general title. */
export function sentenceOf(problem: Problem): string {
  return problem.detail === undefined ? problem.title : `${problem.title} ${problem.detail}`;
}

function requestOf({ method, body, signal, headers }: Question): RequestInit {
  const isForm = body instanceof FormData;
  const init: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST"), credentials: "same-origin" };
  if (signal !== undefined) init.signal = signal;
  init.headers = {
    accept: "application/json",
    ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    ...workspaceHeaders(),
    ...headers,
  };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  return init;
}

/** The organization the reader is in; empty in the personal workspace. */
export function workspaceHeaders(): Record<string, string> {
  const slug = typeof location === "undefined" ? null : slugOfPath(location.pathname);
  return slug === null ? {} : { "x-organization-slug": slug };
}

/** A fetch that fails without a response throws a TypeError in every browser, each with its own message. */
async function received<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DOMException && (error.name === "AbortError" || error.name === "TimeoutError")) throw error;
    throw new ProblemError(ownProblem("no-connection"));
  }
}

/** A refusal from Stet is a problem in JSON; one from a proxy on the way can be anything, and is called `otherwise`. */
export async function problemFrom(response: Response, otherwise: OwnCode = "something-went-wrong"): Promise<Problem> {
  const body = parsed(await received(response.text()));
  if (isProblem<Problem["code"]>(body)) return body;
  return { ...ownProblem(response.status === 401 ? "not-signed-in" : otherwise), status: response.status };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
