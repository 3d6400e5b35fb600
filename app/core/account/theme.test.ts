import { expect, test } from "vitest";
import { themeCookieFor, themeFrom } from "./theme.ts";

test.each([
  [null, "system"],
  ["", "system"],
  ["stet_theme=dark", "dark"],
  ["a=b; stet_theme=light; c=d", "light"],
  ["not_stet_theme=dark", "system"],
  ["stet_theme=purple", "system"],
])("the cookies %o say %s", (cookies, theme) => {
  expect(themeFrom(cookies)).toBe(theme);
});

test("what is written is read, and the system's choice is forgotten", () => {
  expect(themeFrom(themeCookieFor("dark").split(";")[0]!)).toBe("dark");
  expect(themeCookieFor("system")).toContain("max-age=0");
});
