/*
 * A high-availability installation: PostgreSQL behind PgBouncer in transaction mode, three processes of Stet on one
 * data folder, and HAProxy in front. Debian's programs, each in its own file.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/free-port.ts";
import { postgresPrograms } from "../../test/postgres.ts";
import { nobody, startPostgres, type Postgres } from "../support/postgres.ts";
import { missingPages } from "../support/built-pages.ts";
import { endProgram, startProgram } from "../support/programs.ts";
import { untilReady } from "../support/until-ready.ts";

const root = join(import.meta.dirname, "../..");
const pgbouncer = "/usr/sbin/pgbouncer";
const haproxy = "/usr/sbin/haproxy";
const processes = 3;

/** The missing prerequisite, in a sentence; undefined if everything is there. */
export function whatIsMissing(): string | undefined {
  if (postgresPrograms() === undefined) return "needs PostgreSQL: apt-get install postgresql";
  if (!existsSync(pgbouncer)) return "needs PgBouncer: apt-get install pgbouncer";
  if (!existsSync(haproxy)) return "needs HAProxy: apt-get install haproxy";
  return missingPages();
}

export type Installation = {
  url: string;
  data: string;
  postgres: Postgres;
  processes: StetProcess[];
  restartPooler(signal: NodeJS.Signals): Promise<void>;
  reloadProxy(): void;
  log(what: string): string;
};

export type StetProcess = { name: string; end(signal: NodeJS.Signals): Promise<void>; start(): Promise<void> };

export async function install(folder: string, modelUrl: string): Promise<Installation> {
  const log = (what: string) => join(folder, `${what}.log`);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  const postgres = await startPostgres(folder);
  await prepareDatabase(postgres);
  const pooler = await startPooler(folder, postgres, log("pgbouncer"));
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  const proxyPort = await freePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  const env = {
    STET_URL: url,
    STET_DATA: data,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.url,
    AUTH_SECRET: "one secret for all processes of this bench",
    MODEL_SERVER_URL: `${modelUrl}/v1`,
    TRUSTED_PROXIES: "1",
    LIVE_LAW: "off",
    LOG_LEVEL: "warn",
    NODE_OPTIONS: "",
  };
  const stets = ports.map((port, nth) => stetProcess(`stet-${nth + 1}`, { ...env, PORT: String(port) }, log));
  for (const stet of stets) await stet.start();
  const proxy = startProxy(folder, { proxyPort, ports }, log("haproxy"));
  await untilReady(`${url}/health/ready`);
  return {
    url,
    data,
    postgres,
    processes: stets,
    restartPooler: pooler.restart,
    reloadProxy: () => void proxy.kill("SIGUSR2"),
    log,
  };
}

/** What Stet requires at its start behind a pooler. */
async function prepareDatabase(postgres: Postgres): Promise<void> {
  const client = await postgres.connect();
  for (const what of ["timezone to 'UTC'", "statement_timeout to '30s'", "idle_in_transaction_session_timeout to '30s'"])
    await client.query(`alter database postgres set ${what}`);
  await client.end();
}

async function startPooler(folder: string, postgres: Postgres, log: string) {
  const port = await freePort();
  const own = join(folder, "pgbouncer");
  mkdirSync(own);
  writeFileSync(join(own, "users.txt"), '"postgres" ""\n');
  const settings = `[databases]
postgres = host=127.0.0.1 port=${postgres.port} dbname=postgres user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(own, "users.txt")}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 25
server_login_retry = 1
`;
  writeFileSync(join(own, "pgbouncer.ini"), settings);
  if (nobody !== undefined) chownSync(own, nobody, nobody);
  const start = () => startProgram(pgbouncer, ["-q", join(own, "pgbouncer.ini")], { owner: nobody, log });
  let pooler = start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart(signal: NodeJS.Signals) {
      await endProgram(pooler, signal);
      pooler = start();
    },
  };
}

function stetProcess(name: string, env: Record<string, string>, log: (what: string) => string): StetProcess {
  let child: ChildProcess | undefined;
  return {
    name,
    async end(signal) {
      if (child !== undefined) await endProgram(child, signal);
    },
    async start() {
      // A process that finds no database at its start exits; a supervisor would start it again.
      for (let tries = 0; tries < 30; tries++) {
        child = startProgram(process.execPath, [join(root, "server.ts")], { env, log: log(name) });
        const ended = once(child, "exit").then(() => false);
        if (await Promise.race([untilReady(`http://127.0.0.1:${env["PORT"]}/health/live`), ended])) return;
        await sleep(1000);
      }
      throw new Error(`${name} does not start; see its log`);
    },
  };
}

function startProxy(folder: string, { proxyPort, ports }: { proxyPort: number; ports: number[] }, log: string): ChildProcess {
  const servers = ports.map((port, nth) => `  server stet${nth + 1} 127.0.0.1:${port} check inter 1s fall 2 rise 1`);
  const settings = `global
  hard-stop-after 20s
defaults
  mode http
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure
  timeout connect 2s
  timeout check 4s
  timeout client 120s
  timeout server 120s
frontend stet
  bind 127.0.0.1:${proxyPort}
  default_backend stets
backend stets
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host stet
${servers.join("\n")}
`;
  writeFileSync(join(folder, "haproxy.cfg"), settings);
  return startProgram(haproxy, ["-W", "-f", join(folder, "haproxy.cfg")], { log, endBy: "SIGTERM" });
}
