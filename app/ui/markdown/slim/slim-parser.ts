/*
 * A Vite plugin that removes unused parts of the Markdown parser from the browser's
 * bundle: its link finder, named characters, punctuation tables, and URL and
 * host-name encoding. Together they are larger than the parser. Only the parser's
 * own imports are replaced.
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
