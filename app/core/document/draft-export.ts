/* A draft as a file: the forms there are, and what the file is called. */

export const exportFormats = {
  docx: { label: "Word", extension: "docx", type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document" },
  pdf: { label: "PDF", extension: "pdf", type: "application/pdf" },
  markdown: { label: "Markdown", extension: "md", type: "text/markdown; charset=utf-8" },
  html: { label: "HTML", extension: "html", type: "text/html; charset=utf-8" },
  text: { label: "Plain text", extension: "txt", type: "text/plain; charset=utf-8" },
} as const;
export type ExportFormat = keyof typeof exportFormats;

/** What the person should know about an exported file, percent-encoded. */
export function noticeHeaders(notice: string | null): Record<string, string> {
  return notice === null ? {} : { "x-stet-notice": encodeURIComponent(notice) };
}

/** The draft's name as a file's: what no file system takes is a space. */
export function exportName(name: string, format: ExportFormat): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/^[. ]+|[. ]+$/g, "")
    .slice(0, 120);
  return `${plain || "draft"}.${exportFormats[format].extension}`;
}
