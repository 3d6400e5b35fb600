/* A page's link preview image is named after its path. */

/** "/" becomes "front", "/blog/let-it-stand" becomes "blog-let-it-stand". */
export function previewName(path: string): string {
  return path.replace(/^\/|\/$/g, "").replaceAll("/", "-") || "front";
}
