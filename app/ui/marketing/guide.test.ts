/* Keeps the guide and the cookie policy in step with the product: neither can change alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sidebarCookies } from "#core/chat/sidebar.ts";
import { themeCookie } from "#core/account/theme.ts";
import { writingTypes } from "#core/prose/writing-types.ts";

const root = join(import.meta.dirname, "../../..");
const guide = readFileSync(join(root, "content/pages/docs.md"), "utf8");
const ui = readdirSync(join(root, "app/ui"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(join(root, "app/ui", name), "utf8"));

test("every shortcut of the product stands in the guide, and no other", () => {
  const bound = ui.flatMap((text) => [...text.matchAll(/^\s*(?:useAction\(.*)?shortcut: "([^"]+)"/gm)].map(([, keys]) => keys!));
  const rows = /^\| keys .*\n.*\n((?:\|.*\n)+)/m.exec(guide)![1]!.trim().split("\n");
  const told = rows
    .flatMap((row) => row.split("|")[1]!.split(", "))
    .map((keys) => keys.trim().toLowerCase().replace("ctrl", "mod"));
  expect(bound.length).toBeGreaterThan(5);
  expect(told.toSorted()).toEqual([...bound, "enter", "shift+enter", "tab"].toSorted());
});

test.each(["docs", "developers"])("no two sections of %s have the same title, which is their address", (name) => {
  const text = readFileSync(join(root, `content/pages/${name}.md`), "utf8");
  const titles = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
  expect(titles.length).toBeGreaterThan(3);
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
});

test("it names kinds of text that there are", () => {
  const named = /kinds of text: ([\w, ]+), and more/.exec(guide)![1]!.split(", ");
  for (const name of named) expect(writingTypes.map((type) => type.name)).toContain(name);
});

test("the cookie policy names the cookies there are, and no other", () => {
  const policy = readFileSync(join(root, "content/pages/cookie-policy.md"), "utf8");
  const told = [...policy.matchAll(/`((?:__Host-)?stet_\w+)`/g)].map(([, name]) => name!);
  const named = (file: string) => /isHttps \? "([^"]+)" : "([^"]+)"/.exec(readFileSync(join(root, file), "utf8"))!.slice(1);
  const [session, device] = [named("app/server/accounts/auth.ts"), named("app/server/accounts/new-device.ts")];
  expect(told.toSorted()).toEqual([...session, ...device, ...Object.values(sidebarCookies), themeCookie].toSorted());
});
