import { expect, test } from "vitest";
import { previewName } from "./link-preview.ts";

test.each([
  ["/", "front"],
  ["/pricing", "pricing"],
  ["/blog/let-it-stand", "blog-let-it-stand"],
  ["/docs/", "docs"],
])("%s is %s", (path, name) => expect(previewName(path)).toBe(name));
