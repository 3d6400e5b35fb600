/* Puts our own loading of a page's module in the place of React Router's: app/ui/shell/route-modules.ts says why. */
import type { Plugin } from "vite";

export function patientPages(): Plugin {
  let isReplaced = false;
  return {
    name: "stet:patient-pages",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId(source, importer) {
      if (!source.endsWith("/routeModules.js") || importer?.includes("/react-router/") !== true) return null;
      isReplaced = true;
      return decodeURIComponent(new URL("../app/ui/shell/route-modules.ts", import.meta.url).pathname);
    },
    buildEnd() {
      if (!isReplaced) this.error("React Router loads its pages in another way now; scripts/patient-pages.ts must follow.");
    },
  };
}
