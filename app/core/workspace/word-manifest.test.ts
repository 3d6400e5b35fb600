import { readFileSync } from "node:fs";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { wordManifest } from "./word-manifest.ts";

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] };

/** Throws if it isn't well-formed, or a prefix is undeclared. */
function parsed(xml: string): Element {
  const top: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const element = { name, attributes: Object.fromEntries(values), text: "", children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => (open.at(-1)!.text += text));
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return top.children[0]!;
}

/** The order in Microsoft's schema, with required elements marked. */
const order = [
  "Id!",
  "AlternateId",
  "Version!",
  "ProviderName!",
  "DefaultLocale!",
  "DisplayName!",
  "Description!",
  "IconUrl",
  "HighResolutionIconUrl",
  "SupportUrl",
  "AppDomains",
  "Hosts",
  "Requirements",
  "DefaultSettings!",
  "Permissions!",
  "VersionOverrides",
];

const app = parsed(wordManifest("https://stet.example"));
const child = (name: string) => app.children.find((element) => element.name === name);

test("it is a task pane's manifest, complete and in the schema's order", () => {
  expect(app.name).toBe("OfficeApp");
  expect(app.attributes).toMatchObject({
    xmlns: "http://schemas.microsoft.com/office/appforoffice/1.1",
    "xsi:type": "TaskPaneApp",
  });
  const places = app.children.map(({ name }) => order.findIndex((each) => each.replace("!", "") === name));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const name of order.filter((each) => each.endsWith("!")))
    expect(app.children.map(({ name: each }) => each)).toContain(name.slice(0, -1));
  expect(child("Id")!.text).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(child("Version")!.text).toMatch(/^\d+(\.\d+){3}$/);
  expect(child("Description")!.attributes["DefaultValue"]!.length).toBeLessThanOrEqual(250);
  expect(child("Hosts")!.children[0]!.attributes).toEqual({ Name: "Document" });
  expect(["Restricted", "ReadDocument", "ReadAllDocument", "WriteDocument", "ReadWriteDocument"]).toContain(
    child("Permissions")!.text,
  );
});

test("every address is this site's, by https, and its pictures are there in the size Word asks for", () => {
  const addresses = [...wordManifest("https://stet.example").matchAll(/DefaultValue="(http[^"]+)"/g)].map(
    ([, address]) => address!,
  );
  expect(addresses).toHaveLength(4);
  for (const address of addresses) expect(new URL(address).origin).toBe("https://stet.example");
  for (const [name, size] of [
    ["IconUrl", 32],
    ["HighResolutionIconUrl", 64],
  ] as const) {
    const path = new URL(child(name)!.attributes["DefaultValue"]!).pathname;
    const png = readFileSync(new URL(`../../../public${path}`, import.meta.url));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  }
});

test("an address with signs of its own stays one attribute", () => {
  expect(() => parsed(wordManifest(`https://a.example/"><x>&`))).not.toThrow();
});
