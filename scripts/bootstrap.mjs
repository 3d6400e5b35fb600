/*
 * Runs before everything else on any version of Node, so it is plain JavaScript that imports only Node's own modules.
 * Installs packages when node_modules does not match the lockfile, and builds pages and server when their sources changed.
 * Two stamps, each a hash of its inputs, decide that.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const build = join(root, "build");

install();
checkNode();
if (process.argv.includes("--build")) buildPages();

function install() {
  const stamp = join(modules, ".stet-installed");
  const wanted = hashOf([join(root, "package-lock.json")]);
  if (read(stamp) === wanted) return;
  say("Installing what Stet needs (once, under a minute) …");
  run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, wanted);
}

/** The project brings Node 24 for Linux; elsewhere the machine's own must be recent enough. */
function checkNode() {
  const bundled = existsSync(join(modules, ".bin", "node"));
  if (bundled || Number(process.versions.node.split(".")[0]) >= 24) return;
  say(`Stet needs Node 24 or later; this is ${process.version}. Install it from https://nodejs.org and start again.`);
  process.exit(1);
}

function buildPages() {
  const stamp = join(build, ".stet-built");
  const sources = ["package-lock.json", "vite.config.ts", "react-router.config.ts", "scripts/bundle-server.ts"].map((name) =>
    join(root, name),
  );
  const wanted = hashOf(
    [...sources, ...filesUnder(join(root, "app")), ...filesUnder(join(root, "public"))].filter(
      (file) => !/\.test\.tsx?$/.test(file),
    ),
  );
  if (read(stamp) === wanted && existsSync(join(build, "run", "server.js"))) return;
  say("Building Stet …");
  run("node", [join(modules, "@react-router", "dev", "bin.cjs"), "build"], true);
  for (const script of ["bundle-server.ts", "db-template.ts"]) run("node", [join(root, "scripts", script)], true);
  mkdirSync(build, { recursive: true });
  writeFileSync(stamp, wanted);
}

function run(command, args, isQuiet = false) {
  const path = join(modules, ".bin") + delimiter + process.env.PATH;
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: isQuiet ? "pipe" : ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path },
    encoding: "utf8",
  });
  if (result.status === 0) return;
  if (isQuiet) process.stderr.write(`${result.stdout}\n${result.stderr}\n`);
  say(`This step failed: ${command} ${args.join(" ")}${result.error ? ` (${result.error.message})` : ""}`);
  process.exit(1);
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : [path]));
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
