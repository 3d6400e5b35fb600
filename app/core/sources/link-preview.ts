/* The picture that a link to a page is shown with has the page's address for its name. */

/** Of a path: "/" is "front", "/blog/let-it-stand" is "blog-let-it-stand". */
export function previewName(path: string): string {
  return path.replace(/^\/|\/$/g, "").replaceAll("/", "-") || "front";
}
