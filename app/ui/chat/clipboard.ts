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

/** Offers a file made on this device as a download. */
export function download(name: string, content: string | Blob): boolean {
  try {
    const blob = typeof content === "string" ? new Blob([content], { type: "text/markdown;charset=utf-8" }) : content;
    const url = URL.createObjectURL(blob);
    const link = Object.assign(document.createElement("a"), { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    return true;
  } catch {
    return false;
  }
}
