/* Where imported chats and documents come from, and what of them can be left out. */

export const importSources = ["chatgpt", "claude", "librechat", "lobehub", "open-webui"] as const;
export type ImportSource = (typeof importSources)[number];

export const documentSources = ["markdown", "notion", "drive", "office"] as const;
export type DocumentSource = (typeof documentSources)[number];

export const sourceNames: Readonly<Record<ImportSource | DocumentSource, string>> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  librechat: "LibreChat",
  lobehub: "LobeHub",
  "open-webui": "Open WebUI",
  markdown: "Markdown files",
  notion: "Notion",
  drive: "Google Drive",
  office: "Word files",
};

/** Parts of a chat or document that aren't imported, by kind. */
export const leftOutParts = [
  "tool",
  "file",
  "repeated",
  "repaired",
  "canvas-edit",
  "audio",
  "link",
  "picture",
  "property",
  "html",
] as const;
export type LeftOutPart = (typeof leftOutParts)[number];
