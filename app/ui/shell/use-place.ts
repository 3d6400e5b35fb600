/* Where the reader is: in their own place or in an organization, as the page's address says. */
import { useMemo } from "react";
import { useParams } from "react-router";
import { workspacePath } from "#core/workspace/place.ts";

export type Place = {
  slug: string | null;
  /** The same page here: "/vault" is /vault or /organizations/{slug}/vault. */
  path(to: string): string;
};

export function useWorkspace(): Place {
  const { slug = null } = useParams();
  return useMemo(() => ({ slug, path: (to) => workspacePath(slug, to) }), [slug]);
}
