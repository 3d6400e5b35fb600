/* Where the addresses that a tool server describes may lead. */
import { expect, test } from "vitest";
import { reachOf } from "../guarded-fetch.ts";
import { reachBeyond } from "./sign-in-fetch.ts";

const named = (addresses: Record<string, string[]>) => ({
  ...reachOf(true),
  resolve: (host: string) => Promise.resolve(addresses[host] ?? []),
});
const metadata = "169.254.169.254";

test.each([
  ["a public server", "https://tools.example/mcp", false],
  ["a server by its public address", "https://93.184.216.34/mcp", false],
  ["a server with a public and a local address", "https://both.example/mcp", false],
  ["a name without an address", "https://gone.example/mcp", false],
  ["a server in the network", "https://tools.internal/mcp", true],
  ["a server on this machine", "http://127.0.0.1:4000/mcp", true],
])("what %s describes may be local for an administrator: %s, %s", async (_, address, isLocal) => {
  const reach = await reachBeyond(
    address,
    named({
      "tools.example": ["93.184.216.34"],
      "both.example": ["93.184.216.34", "10.0.0.1"],
      "tools.internal": ["10.0.0.1"],
    }),
  );
  for (const [local, port] of [
    [metadata, 80],
    ["10.0.0.2", 443],
    ["127.0.0.1", 5432],
  ] as const)
    expect(reach.mayReach(local, port)).toBe(isLocal);
  expect(reach.mayReach("93.184.216.35", 443)).toBe(true);
});

test("and never for anyone else", async () => {
  const reach = await reachBeyond("https://tools.internal/mcp", {
    ...reachOf(false),
    resolve: () => Promise.resolve(["10.0.0.1"]),
  });
  expect(reach.mayReach("10.0.0.1", 443)).toBe(false);
  expect(reach.mayReach("93.184.216.34", 443)).toBe(true);
});
