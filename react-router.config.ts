import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  // A page's loader in the browser is a few lines: smaller than the request for a file of its own.
  splitRouteModules: false,
} satisfies Config;
