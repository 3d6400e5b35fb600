/*
 * How a page's loader reaches the application and the current person: `context.get(stetContext)`. A leaf module:
 * importing these keys pulls in none of the application.
 */
import { createContext } from "react-router";
import type { Actor } from "#core/workspace/policy.ts";
import type { Stet } from "./stet.ts";

export const stetContext = createContext<Stet>();
export const actorContext = createContext<Actor>();
/** Calls our own API in this process, with every check that applies to an external request. */
export const apiContext = createContext<(request: Request) => Promise<Response>>();
export const nonceContext = createContext<string>("");
/** Reports an error from rendering a page. */
export const reportContext = createContext<(error: unknown) => void>(() => undefined);
