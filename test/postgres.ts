/*
 * A temporary PostgreSQL for one test run: its own folder, a free port of 127.0.0.1, fsync off because nothing in it
 * has to survive. The first test file that needs it starts it; vitest's global setup (test/set-up.ts) stops it.
 */
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";

/** PostgreSQL refuses to run as root; this is "nobody" on every Unix. */
const nobody = 65_534;

/**
 * The folder of PostgreSQL's programs, or undefined. STET_POSTGRES_BIN overrides it, STET_TEST_POSTGRES=off disables
 * it.
 */
export function postgresPrograms(): string | undefined {
  if (process.env["STET_TEST_POSTGRES"] === "off") return undefined;
  const installed = "/usr/lib/postgresql";
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    process.env["STET_POSTGRES_BIN"],
    ...versions.map((version) => join(installed, version, "bin")),
    "/usr/local/bin",
    "/opt/homebrew/bin",
  ];
  return places.find((place) => place && existsSync(join(place, "initdb")));
}

/** The URL of a new database on this run's server: empty, or a copy of `template`. */
export async function newPostgresDatabase(
  folder: string,
  { name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`, template = "template1" } = {},
): Promise<string> {
  const port = await serverPort(folder);
  const client = new Client({ connectionString: urlOf(port, "postgres") });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return urlOf(port, name);
}

export function stopPostgres(folder: string) {
  const data = join(folder, "data");
  if (existsSync(join(data, "postmaster.pid"))) run("pg_ctl", ["stop", "-m", "immediate", "-D", data]);
}

const urlOf = (port: number, name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;

/** Starts the server unless another test file has; creating the folder "starting" decides which one is first. */
async function serverPort(folder: string): Promise<number> {
  const portFile = join(folder, "port");
  if (isFirst(join(folder, "starting"))) {
    try {
      writeFileSync(portFile, String(await start(folder)));
    } catch (error) {
      writeFileSync(portFile, `failed: ${(error as Error).message}`);
    }
  }
  for (let waited = 0; waited < 30_000; waited += 50) {
    const text = existsSync(portFile) ? readFileSync(portFile, "utf8") : "";
    if (text.startsWith("failed")) throw new Error(`The tests' PostgreSQL ${text}`);
    if (text) return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The tests' PostgreSQL did not start within 30 s");
}

function isFirst(marker: string): boolean {
  try {
    mkdirSync(marker);
    return true;
  } catch {
    return false;
  }
}

async function start(folder: string): Promise<number> {
  const data = join(folder, "data");
  if (isRoot()) chownSync(folder, nobody, nobody);
  run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value || "''"}`);
  run("pg_ctl", ["start", "-w", "-D", data, "-l", join(folder, "log"), "-o", options.join(" ")]);
  return port;
}

const isRoot = () => process.getuid?.() === 0;

function run(program: string, options: string[]) {
  const owner = isRoot() ? { uid: nobody, gid: nobody } : {};
  execFileSync(join(postgresPrograms() as string, program), options, { ...owner, cwd: "/", stdio: "ignore" });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
