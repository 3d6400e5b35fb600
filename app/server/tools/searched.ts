/*
 * What getInformation searches besides the files attached to the chat, as its
 * description tells a model: law that was chosen, and the files of the chat's
 * project. The built-in editor reads it there too.
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

/** Whether there is something to search where no file is attached. */
export function searchesMore(tools: readonly ToolDescription[]): boolean {
  const description = tools.find(({ name }) => name === "getInformation")?.description ?? "";
  return description.includes(lawChosen) || description.includes(projectFilesChosen);
}
