import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/*
 * WCAG 2 contrast of every pair of text and ground that the screens use, by
 * day and by night, computed from the tokens themselves.
 */
type Colour = { l: number; c: number; h: number; alpha: number };
type Theme = "light" | "dark";

const css = readFileSync(new URL("theme.css", import.meta.url), "utf8");
const tokens = readTokens(css);

const grounds = ["paper", "desk", "raised"];
const textPairs: [string, string][] = [
  ...["ink", "ink-soft", "ink-faint", "blue", "blue-strong", "insert", "delete", "warn", "danger"].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ["on-blue", "blue"],
  ["on-blue", "blue-strong"],
  ["on-danger", "danger"],
  ["on-danger", "danger-strong"],
  ["blue", "blue-soft"],
  ["ink", "blue-soft"],
  ["ink-soft", "blue-soft"],
  ["insert", "insert-soft"],
  ["ink", "insert-soft"],
  ["delete", "delete-soft"],
  ["ink", "delete-soft"],
  ["warn", "warn-soft"],
  ["ink", "warn-soft"],
  ["danger", "danger-soft"],
  ["ink", "danger-soft"],
];

describe.each<Theme>(["light", "dark"])("%s", (theme) => {
  test.each(textPairs)("%s can be read on %s", (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds.flatMap((ground) => ["wash", "wash-strong"].map((wash) => [ground, wash])))(
    "soft text can be read on %s under %s",
    (ground, wash) => {
      const under = [colour(wash!, theme), colour(ground!, theme)];
      expect(contrast(colour("ink-soft", theme), ...under)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour("ink-faint", theme), ...under)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(grounds)("the line round a field and the focus ring stand out on %s (3:1)", (ground) => {
    expect(contrast(colour("rule-strong", theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
    expect(contrast(colour("blue", theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test("every colour has both themes", () => {
  expect(tokens.size).toBeGreaterThan(20);
  for (const line of css.matchAll(/^\s*--color-[\w-]+:(.*);$/gm)) {
    if (line[1]!.trim() !== "initial") expect(line[1]).toMatch(/light-dark\(oklch\([^)]+\), oklch\([^)]+\)\)/);
  }
});

function readTokens(text: string): Map<string, Record<Theme, Colour>> {
  const found = new Map<string, Record<Theme, Colour>>();
  for (const [, name, light, dark] of text.matchAll(/--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g)) {
    found.set(name!, { light: readColour(light!), dark: readColour(dark!) });
  }
  return found;
}

function readColour(text: string): Colour {
  const [l, c, h, alpha = 1] = text.split(/[\s/]+/).map(Number);
  return { l: l!, c: c!, h: h!, alpha };
}

function colour(name: string, theme: Theme): Colour {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`No token --color-${name} in theme.css`);
  return token[theme];
}

/** Of opaque text over layers, the topmost first. */
function contrast(text: Colour, ...layers: Colour[]): number {
  const ground = layers.reverse().reduce<number[]>((below, layer) => {
    const above = displayed(layer);
    return above.map((channel, i) => channel * layer.alpha + (below[i] ?? 0) * (1 - layer.alpha));
  }, []);
  const [a, b] = [luminance(displayed(text)), luminance(ground)].sort((x, y) => y - x);
  return (a! + 0.05) / (b! + 0.05);
}

/** OKLCH to gamma-encoded sRGB, cut off at the edge of the gamut as a screen does. */
function displayed({ l, c, h }: Colour): number[] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((linear) => {
    const x = Math.min(1, Math.max(0, linear));
    return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  });
}

function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
