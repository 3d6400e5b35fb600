/** Headers of a file that the browser saves under this name. */
export function download(name: string, type: string) {
  return {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  };
}
