/*
 * Preloaded into a reader process. Node's permissions block files, processes, threads and add-ons
 * but not the network: this blocks its modules however they are requested, and removes the globals
 * built on them.
 */
import dgram from "node:dgram";
import { registerHooks } from "node:module";
import net from "node:net";

const refused = (): never => {
  throw new Error("A reader of files has no network.");
};
const networkModule = /^(?:node:)?(?:net|tls|dns|dgram|http|https|http2|_http_\w+|_tls_\w+|inspector|quic)(?:\/.*)?$/;

registerHooks({
  resolve: (name, context, next) => (networkModule.test(name) ? refused() : next(name, context)),
});
const builtin = process.getBuiltinModule.bind(process);
Object.defineProperty(process, "getBuiltinModule", {
  value: (name: string) => (networkModule.test(name) ? refused() : builtin(name)),
});
for (const name of ["fetch", "WebSocket", "EventSource", "Request", "Response"]) Reflect.deleteProperty(globalThis, name);
// Any socket obtained despite that connects through these.
for (const prototype of [net.Socket.prototype, net.Server.prototype, dgram.Socket.prototype])
  for (const name of ["connect", "listen", "bind", "send"])
    if (name in prototype) Object.defineProperty(prototype, name, { value: refused });
