/*
 * Loaded into a server before its own code (node --import): SIGUSR2 then leaves a rejection unhandled and throws in a
 * callback, and with FAULT=hang the listening socket never reports that it is closed.
 */
import { Server } from "node:net";

process.on("SIGUSR2", () => {
  void Promise.reject(new Error("nothing awaits this"));
  setTimeout(() => {
    throw new Error("nothing catches this");
  });
});

if (process.env["FAULT"] === "hang") {
  Server.prototype.close = function close(this: Server) {
    return this;
  };
}
