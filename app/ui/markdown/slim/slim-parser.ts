/*
 * A Vite plugin that leaves out of the browser's bundle the parts of the
 * Markdown parser that Stet does not use: its link finder, its table of every
 * named character, its tables of punctuation, its URL and host-name spelling. Together they weigh more than
 * the parser. Only the parser's own imports are replaced.
 */
import type { Plugin } from "vite";

const parts: Record<string, string> = {
  "linkify-it": "linkify-it.ts",
  entities: "entities.ts",
  "punycode.js": "punycode.ts",
  mdurl: "mdurl.ts",
  "uc.micro": "uc.micro.ts",
};

export function slimParser(): Plugin {
  return {
    name: "stet:slim-parser",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer) {
      const part = parts[source];
      if (!part || !importer?.includes("/markdown-it/")) return null;
      return decodeURIComponent(new URL(part, import.meta.url).pathname);
    },
  };
}
