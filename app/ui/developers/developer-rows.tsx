/* The sidebar's API links within an organization: the playground for members, keys and usage for admins. */
import { ChartColumn, FlaskConical, KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { NavRow } from "../shell/nav-row.tsx";
import type { ShellOrganization } from "../shell/place-switcher.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { developerPages, type DeveloperPath } from "./developer-pages.ts";

const icons: Partial<Record<DeveloperPath, ReactNode>> = {
  "/playground": <FlaskConical />,
  "/api-keys": <KeyRound />,
  "/api-usage": <ChartColumn />,
};

export function DeveloperRows({ organizations }: { organizations: readonly ShellOrganization[] }) {
  const place = useWorkspace();
  const role = organizations.find(({ slug }) => slug === place.slug)?.role;
  if (role === undefined || role === "guest") return null;
  const pages = developerPages(role !== "member");
  return pages.map(
    ({ path, label }) => path in icons && <NavRow key={path} to={place.path(path)} icon={icons[path]} label={label} />,
  );
}
