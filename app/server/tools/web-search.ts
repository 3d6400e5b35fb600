/* Searching the web needs a search service; without one the tool says so and how to set one. */
import { z } from "zod";
import type { Tool } from "./tool.ts";

const input = z.object({
  query: z.string().min(1).max(400).describe("What to search for, as one would type it into a search engine."),
});

export const webSearchTool: Tool<z.infer<typeof input>> = {
  name: "webSearch",
  title: "Searching the web",
  description:
    "Searches the web and answers with titles, addresses and excerpts to cite. If no search service is set up it answers available: false; tell the reader so.",
  input,
  async execute({ query }) {
    return {
      available: false,
      query,
      reason:
        "Web search is not part of this version of Stet: nothing was searched, and no setting turns it on yet. Attach the text of a page to have it read and cited.",
      results: [],
    };
  },
};
