/* The API pages in order; keys, webhooks and usage are limited to organization admins. */
const pages = [
  { path: "/settings/organization/developers", label: "Guide", isForManagers: false },
  { path: "/playground", label: "Playground", isForManagers: false },
  { path: "/api-keys", label: "API keys", isForManagers: true },
  { path: "/webhooks", label: "Webhooks", isForManagers: true },
  { path: "/api-usage", label: "API usage", isForManagers: true },
] as const;

export type DeveloperPath = (typeof pages)[number]["path"];

export function developerPages(isManager: boolean): readonly { path: DeveloperPath; label: string }[] {
  return pages.filter((page) => isManager || !page.isForManagers);
}
