import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { slimParser } from "./app/ui/markdown/slim/slim-parser.ts";
import { serverWall } from "./scripts/server-wall.ts";

export default defineConfig({
  plugins: [serverWall(), slimParser(), tailwindcss(), reactRouter()],
  build: { target: "es2023", sourcemap: false },
});
