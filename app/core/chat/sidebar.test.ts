import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clampSidebarWidth, sidebarCookiesFor, sidebarFigures, sidebarFrom } from "./sidebar.ts";

test("the figures are the specification's", () => {
  expect(sidebarFigures).toEqual({
    defaultWidth: 15,
    minWidth: 14,
    maxWidth: 22,
    mobileWidth: 18,
    iconWidth: 4,
    mobileBreakpoint: 1023,
    cookieMaxAge: 604_800,
  });
});

test.each([
  [null, { isOpen: true, width: 15 }],
  ["stet_sidebar=closed; stet_sidebar_width=20", { isOpen: false, width: 20 }],
  ["a=b; stet_sidebar=open;stet_sidebar_width=30", { isOpen: true, width: 22 }],
  ["stet_sidebar=maybe; stet_sidebar_width=wide", { isOpen: true, width: 15 }],
  ["stet_sidebar_width=-4", { isOpen: true, width: 14 }],
  ["stet_sidebar_width=", { isOpen: true, width: 14 }],
  ["stet_sidebar_width=Infinity", { isOpen: true, width: 22 }],
])("the cookies %o open it as %o", (cookies, state) => {
  expect(sidebarFrom(cookies)).toEqual(state);
});

test("what is written is read, and both cookies last seven days", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.double(), (isOpen, width) => {
      const cookies = sidebarCookiesFor({ isOpen, width });
      expect(cookies.every((cookie) => cookie.includes("max-age=604800"))).toBe(true);
      const sent = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
      expect(sidebarFrom(sent)).toEqual({ isOpen, width: clampSidebarWidth(width) });
    }),
  );
});
