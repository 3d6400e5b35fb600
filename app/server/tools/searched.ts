/*
 * What getInformation searches besides the chat's attachments, stated in its description: the
 * selected law and the project's files. The built-in editor parses it from there.
 */
import type { ToolDescription } from "../models/model.ts";

const lawChosen = "Chosen for this chat is the law of";
const projectFilesChosen = "Searched too are the files of the project:";
const namesTold = 40;

export type Searched = { law: readonly string[]; projectFiles: readonly { name: string }[] };

export function withSearched(tool: ToolDescription, { law, projectFiles }: Searched): ToolDescription {
  if (tool.name !== "getInformation") return tool;
  const more = [];
  if (law.length > 0) more.push(`${lawChosen}: ${law.join(", ")}.`);
  if (projectFiles.length > 0) {
    const names = projectFiles.slice(0, namesTold).map(({ name }) => `“${name}”`);
    more.push(`${projectFilesChosen} ${names.join(", ")}${projectFiles.length > namesTold ? " and others" : ""}.`);
  }
  return more.length === 0 ? tool : { ...tool, description: [tool.description, ...more].join(" ") };
}

/** Whether there is something to search when no file is attached. */
export function searchesMore(tools: readonly ToolDescription[]): boolean {
  const description = tools.find(({ name }) => name === "getInformation")?.description ?? "";
  return description.includes(lawChosen) || description.includes(projectFilesChosen);
}
