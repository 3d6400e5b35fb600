/*
 * The Content-Disposition header, in ASCII for old clients and in full for the
 * rest. A name can't break out of the header or inject another.
 */

export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
