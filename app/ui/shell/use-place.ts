/* The reader's current workspace: personal or an organization, according to the page's address. */
import { useMemo } from "react";
import { useParams } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";

export type Place = {
  slug: string | null;
  /** The same page in this workspace: "/vault" is /vault or /organizations/{slug}/vault. */
  path(to: string): string;
};

export function useWorkspace(): Place {
  const { slug = null } = useParams();
  return useMemo(() => ({ slug, path: (to) => workspacePath(slug, to) }), [slug]);
}
