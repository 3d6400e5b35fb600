import { describe, expect, test } from "vitest";
import { withDemoText } from "./hand-over.ts";

describe("what stands in the start view after the demo", () => {
  test.each([
    ["", "", "Write", "Write"],
    ["Mine", "", "", "Mine"],
    ["Mine", "", "  \n", "Mine"],
    ["Write", "Write", "Write more", "Write more"],
  ])("%j, handed over %j, now %j: %j", (stored, before, text, result) => {
    expect(withDemoText(stored, before, text)).toBe(result);
  });

  test("nothing that stood there is lost, and nothing stands there twice", () => {
    const once = withDemoText("Mine", "", "Write");
    expect(once).toMatch(/^Mine\n+Write$/);
    expect(withDemoText(once, "Write", "Write")).toBe(once);
    expect(withDemoText(once, "", "Write")).toBe(once);
    expect(withDemoText(once, "Write", "Rewrite")).toMatch(/^Mine\n+Rewrite$/);
  });
});
