/*
 * How a page's loader reaches the application and the person who is asking:
 * `context.get(stetContext)`. A leaf: a page that imports these keys imports
 * nothing of what the application is built from.
 */
import { createContext } from "react-router";
import type { Actor } from "#core/workspace/policy.ts";
import type { Stet } from "./stet.ts";

export const stetContext = createContext<Stet>();
export const actorContext = createContext<Actor>();
/** Asks our own API in this process, with every check a request from outside would meet. */
export const apiContext = createContext<(request: Request) => Promise<Response>>();
/** The nonce that this response's scripts carry. */
export const nonceContext = createContext<string>("");
/** Where a page's bug is reported. */
export const reportContext = createContext<(error: unknown) => void>(() => undefined);
