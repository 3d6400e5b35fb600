import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { slimParser } from "./app/ui/markdown/slim/slim-parser.ts";
import { chunkGroups } from "./scripts/chunks.ts";
import { patientPages } from "./scripts/patient-pages.ts";
import { serverWall } from "./scripts/server-wall.ts";

/** Seven characters, 42 bits, of a hash tell a file's versions apart; every page is sent the names of all files. */
const named = "assets/[name]-[hash:7]";
const inBrowser = {
  output: {
    codeSplitting: { groups: chunkGroups(join(import.meta.dirname, "app")) },
    chunkFileNames: `${named}.js`,
    entryFileNames: `${named}.js`,
    assetFileNames: `${named}[extname]`,
  },
};

export default defineConfig({
  plugins: [serverWall(), slimParser(), patientPages(), tailwindcss(), reactRouter()],
  build: {
    target: "es2023",
    sourcemap: false,
    // Fonts come from our own address only, so none may be written into a style sheet.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
  },
  environments: {
    client: { build: { rolldownOptions: inBrowser } },
    ssr: {
      // One module with all 1,600 icons, which the server would otherwise hold in memory.
      resolve: { noExternal: ["lucide-react"] },
      // Files have the names they have in the browser, or a font would be fetched once as the page names it and once as its style sheet does.
      build: { rolldownOptions: { output: { assetFileNames: inBrowser.output.assetFileNames } } },
    },
  },
});
