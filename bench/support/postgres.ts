/* A PostgreSQL for the bench, with durable settings, that can be stopped in any way and restarted. */
import { execFileSync, type ChildProcess } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../../test/free-port.ts";
import { postgresPrograms } from "../../test/postgres.ts";
import { endProgram, startProgram } from "./programs.ts";

/** PostgreSQL and PgBouncer refuse to run as root; this is "nobody" on every Unix. */
export const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

export type Postgres = {
  url: string;
  port: number;
  /** A client of PostgreSQL itself; the caller must end it. */
  connect(): Promise<Client>;
  restart(signal: "SIGINT" | "SIGQUIT"): Promise<void>;
};

export async function startPostgres(folder: string): Promise<Postgres> {
  const programs = postgresPrograms() as string;
  const data = join(folder, "postgres");
  mkdirSync(data);
  if (nobody !== undefined) {
    chownSync(data, nobody, nobody);
    chmodSync(folder, 0o755);
  }
  const owner = nobody === undefined ? {} : { uid: nobody, gid: nobody };
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(join(programs, "initdb"), initdb, { ...owner, cwd: "/", stdio: "ignore" });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;

  function start(): void {
    const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", max_connections: 100 };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const log = join(folder, "postgres.log");
    server = startProgram(join(programs, "postgres"), ["-D", data, ...args], { owner: nobody, log, endBy: "SIGQUIT" });
  }

  async function connect(): Promise<Client> {
    for (let tries = 1; ; tries++) {
      const client = new Client({ connectionString: url });
      client.on("error", () => undefined);
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (tries === 150) throw error;
        if (server.exitCode !== null) start();
        await sleep(200);
      }
    }
  }

  start();
  await (await connect()).end();
  return {
    url,
    port,
    connect,
    async restart(signal) {
      await endProgram(server, signal);
      start();
      await (await connect()).end();
    },
  };
}
