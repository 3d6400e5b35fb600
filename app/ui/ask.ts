/*
 * Asks our own server. Whatever goes wrong comes back as one kind of error that
 * carries a problem of the catalogue, so a screen has a sentence to show in
 * every case, a broken network included. A session that has run out is renewed
 * in place, and the question is asked once more.
 */
import { slugOfPath } from "#core/workspace/place.ts";
import { isProblemCode, problemOf, type Problem } from "#core/workspace/problem.ts";
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
  /** Sent as JSON; a FormData goes as it is. */
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

/** The answer's JSON (undefined for an empty one). Throws ProblemError, or the signal's own AbortError. */
export async function ask<T>(path: string, question: Question = {}): Promise<T> {
  const response = await askForResponse(path, question);
  const text = await received(response.text());
  return (text === "" ? undefined : parsed(text)) as T;
}

/** The same for what is not JSON, such as an event stream. An answer that is not ok is thrown. */
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
  return thrown instanceof ProblemError ? thrown.problem : problemOf("something-went-wrong");
}

/** The sentence of a problem: what is special about this case, else what is true of all. */
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

/** Which organization the reader is in; nothing in their own place. */
export function workspaceHeaders(): Record<string, string> {
  const slug = typeof location === "undefined" ? null : slugOfPath(location.pathname);
  return slug === null ? {} : { "x-organization-slug": slug };
}

/** A fetch that fails without an answer throws a TypeError in every browser, with different words. */
async function received<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DOMException && (error.name === "AbortError" || error.name === "TimeoutError")) throw error;
    throw new ProblemError(problemOf("no-connection"));
  }
}

async function problemFrom(response: Response): Promise<Problem> {
  const body = parsed(await received(response.text()));
  if (isProblem(body)) return body;
  return { ...problemOf(response.status === 401 ? "not-signed-in" : "something-went-wrong"), status: response.status };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "title" in value && "code" in value && isProblemCode(value.code);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
