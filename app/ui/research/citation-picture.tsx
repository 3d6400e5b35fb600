/* The citations around a research: a small picture, and the same as a list. */
import { Link } from "react-router";
import { graphSize, placedGraph, type ResearchGraph } from "#core/research/research-graph.ts";
import { sectionPath } from "../law-shelf/shelf-words.ts";
import { useWorkspace } from "../shell/use-place.ts";

const nodeWidth = 200;
const longestLabel = 30;

export function CitationPicture({ graph }: { graph: ResearchGraph }) {
  const { nodes, height } = placedGraph(graph);
  const cut = (text: string) => (text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text);
  return (
    <>
      <div className="scroll-thin overflow-x-auto" tabIndex={0} role="group" aria-label="Picture of citations">
        <svg
          viewBox={`0 0 ${graphSize.width} ${height}`}
          className="w-full min-w-140"
          role="img"
          aria-label="On the left, what cites the sections found; in the middle, the sections; on the right, what they cite. The list below has the same information."
        >
          {graph.edges.map(({ from, to }) => {
            const [a, b] = [nodes[from]!, nodes[to]!];
            const isRight = a.x <= b.x;
            const [x1, x2] = isRight ? [a.x + nodeWidth, b.x] : [a.x, b.x + nodeWidth];
            const [start, end] = a.x === b.x ? [a.x + nodeWidth, b.x + nodeWidth] : [x1, x2];
            const bend = a.x === b.x ? 40 : (end - start) / 2;
            return (
              <path
                key={`${from} ${to}`}
                d={`M ${start} ${a.y} C ${start + bend} ${a.y}, ${a.x === b.x ? end + bend : end - bend} ${b.y}, ${end} ${b.y}`}
                className="fill-none stroke-rule-strong"
                strokeWidth="1"
              />
            );
          })}
          {nodes.map((node) => (
            <g key={node.ref}>
              <rect
                x={node.x}
                y={node.y - 13}
                width={nodeWidth}
                height="26"
                rx="6"
                className={node.isOwn ? "fill-blue-soft stroke-blue" : "fill-raised stroke-rule"}
              />
              <text x={node.x + 8} y={node.y + 4} className={`text-[12px] ${node.isOwn ? "fill-blue" : "fill-ink"}`}>
                {cut(`${node.label} ${node.title}`)}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <details className="mt-3">
        <summary className="cursor-pointer text-blue touch-target">As a list</summary>
        <ul className="mt-2 flex flex-col gap-1">
          {graph.edges.map(({ from, to }) => {
            const [a, b] = [graph.nodes[from]!, graph.nodes[to]!];
            return (
              <li key={`${from} ${to}`} className="wrap-anywhere">
                <Section node={a} /> <span className="text-ink-soft">cites</span> <Section node={b} />
              </li>
            );
          })}
        </ul>
      </details>
    </>
  );
}

/** To its page on the law shelf, and along its citations from there. */
function Section({ node: { ref, label, title } }: { node: ResearchGraph["nodes"][number] }) {
  const place = useWorkspace();
  return (
    <Link to={place.path(sectionPath(ref))} className="text-blue hover:underline">
      {label} {title}
    </Link>
  );
}
