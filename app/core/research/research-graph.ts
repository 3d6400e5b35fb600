/* Who cites whom among the stored law around a research: the sections it rests on, and their neighbours. */
export type GraphNode = {
  ref: string;
  label: string;
  /** Of its act. */
  title: string;
  url: string;
  /** The research rests on it. */
  isOwn: boolean;
};
/** Indexes of nodes. */
export type GraphEdge = { from: number; to: number };
export type ResearchGraph = { nodes: GraphNode[]; edges: GraphEdge[] };

export type PlacedNode = GraphNode & { x: number; y: number };

/** Of the picture, in units of its own. */
export const graphSize = { width: 720, row: 34, top: 22 } as const;

/**
 * Three columns: what cites the sections of the research, these, and what they cite. A neighbour that does both is on
 * the side that it is on more often. The order within a column follows that of its neighbours, so that few lines cross.
 */
export function placedGraph({ nodes, edges }: ResearchGraph): { nodes: PlacedNode[]; height: number } {
  const sideOf = (at: number): number => {
    if (nodes[at]!.isOwn) return 1;
    const citing = edges.filter(({ from }) => from === at).length;
    const cited = edges.filter(({ to }) => to === at).length;
    return citing >= cited ? 0 : 2;
  };
  const columns: number[][] = [[], [], []];
  for (const at of nodes.keys()) columns[sideOf(at)]!.push(at);
  const rows = new Map(columns[1]!.map((at, row) => [at, row]));
  const middleOf = (at: number) => {
    const near = edges.flatMap(({ from, to }) => (from === at ? [rows.get(to)] : to === at ? [rows.get(from)] : []));
    const known = near.filter((row) => row !== undefined);
    return known.length === 0 ? 0 : known.reduce((sum, row) => sum + row, 0) / known.length;
  };
  for (const side of [0, 2]) columns[side]!.sort((one, other) => middleOf(one) - middleOf(other) || one - other);
  const longest = Math.max(1, ...columns.map((column) => column.length));
  const { width, row, top } = graphSize;
  const placed: PlacedNode[] = [];
  for (const [side, column] of columns.entries()) {
    const start = top + ((longest - column.length) * row) / 2;
    for (const [at, index] of column.entries())
      placed[index] = { ...nodes[index]!, x: 8 + (side * width) / 3, y: start + at * row };
  }
  return { nodes: placed, height: top * 2 + (longest - 1) * row };
}
