import { expect, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const box = createSecretBox("an installation's secret of some length");
const sealed = box.seal("sk-first-4242", "model_connections 1");

test("a sealed secret opens in its row, and shows nothing of itself", () => {
  expect(box.open(sealed, "model_connections 1")).toBe("sk-first-4242");
  expect(sealed).not.toContain("4242");
  expect(Buffer.from(sealed.slice(2), "base64url").toString("latin1")).not.toContain("first");
  expect(box.seal("sk-first-4242", "model_connections 1")).not.toBe(sealed);
});

test.each([
  ["in another row", () => box.open(sealed, "model_connections 2")],
  ["with another secret", () => createSecretBox("another installation's secret").open(sealed, "model_connections 1")],
  ["changed", () => box.open(sealed.slice(0, -6) + (sealed.at(-6) === "A" ? "B" : "A") + sealed.slice(-5), "model_connections 1")],
  ["cut short", () => box.open(sealed.slice(0, 20), "model_connections 1")],
  ["of another form", () => box.open(`2.${sealed.slice(2)}`, "model_connections 1")],
  ["empty", () => box.open("", "model_connections 1")],
])("%s it does not open", (_how, open) => expect(open()).toBeNull());
