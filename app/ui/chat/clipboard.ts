/*
 * Copies HTML and plain text together, so that Word keeps the formatting and a
 * terminal gets the words. Both are built before the first await: browsers allow
 * clipboard writes only within the click that asked for them.
 */
export async function copyRich(html: string, text: string): Promise<boolean> {
  try {
    if (typeof ClipboardItem === "undefined" || !navigator.clipboard.write) await navigator.clipboard.writeText(text);
    else {
      const item = new ClipboardItem({
        "text/html": new Blob([html], { type: "text/html" }),
        "text/plain": new Blob([text], { type: "text/plain" }),
      });
      await navigator.clipboard.write([item]);
    }
    return true;
  } catch {
    return false;
  }
}
