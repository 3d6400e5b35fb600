/* The citations between the stored sections that a research rests on and those around them. */
import type { GraphNode, ResearchGraph } from "#core/research/research-graph.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { citationsAround, type CitedSection } from "../law/law-citations.ts";
import { getResearch } from "./research.ts";

/** Each way. */
const mostPairs = 60;

export async function getResearchGraph(me: Person, db: Db, researchId: string): Promise<ResearchGraph> {
  const asMe = actAs(me, db);
  const { authorities } = await getResearch(me, db, researchId);
  const own = [...new Set(authorities.flatMap(({ ref }) => ref ?? []))];
  const pairs = await citationsAround(me, asMe, own, mostPairs);
  const nodes = new Map<string, GraphNode>();
  const add = (section: CitedSection) => {
    if (!nodes.has(section.ref)) nodes.set(section.ref, { ...section, isOwn: own.includes(section.ref) });
  };
  for (const { from, to } of pairs) {
    add(from);
    add(to);
  }
  const order = [...nodes.keys()];
  const edges = pairs.map(({ from, to }) => ({ from: order.indexOf(from.ref), to: order.indexOf(to.ref) }));
  return { nodes: [...nodes.values()], edges };
}
