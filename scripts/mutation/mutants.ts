/*
 * The small faults that mutation testing puts into a file, one at a time. Each is the kind of slip that a person makes
 * and a reviewer passes over; a test that goes with the line should fail.
 */
import { createHash } from "node:crypto";
import { parseSync } from "vite";

export type Mutant = {
  operator: string;
  line: number;
  /** The line as it is, by which the list of equivalent mutants finds it again. */
  code: string;
  /** The code at this place, and what stands there instead. */
  from: string;
  to: string;
  start: number;
  end: number;
  /** Of the function around it; null outside of functions. */
  functionKey: string | null;
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Change = { operator: string; node: { start: number; end: number }; to: string };
type Body = { start: number; end: number; isExpression: boolean };

const comparisons: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" };
const logical: Record<string, string> = { "&&": "||", "||": "&&" };
const methods: Record<string, string> = { every: "some", some: "every", min: "max", max: "min", startsWith: "endsWith" };

/** What a person or a log reads is not behaviour, and a name is checked by the compiler. */
const untouched = new Set(["ImportDeclaration", "ExportAllDeclaration", "TaggedTemplateExpression"]);

export function mutantsOf(name: string, source: string): Mutant[] {
  const changes: Change[] = [];
  const program = programOf(name, source);
  walk(program, null, source, changes);
  const bodies = functionBodies(program);
  return changes.map(({ operator, node: { start, end }, to }) => {
    const line = source.slice(0, start).split("\n").length;
    const from = source.slice(start, end);
    // Outer functions come before inner ones.
    const around = bodies.findLast((body) => body.start <= start && end <= body.end);
    const functionKey = around === undefined ? null : keyOf(source, around);
    return { operator, line, code: source.split("\n")[line - 1]!.trim(), from, to, start, end, functionKey };
  });
}

/** The same code, whose every function says that it was entered, by a key that lasts until its text changes. */
export function reporting(name: string, source: string): string {
  const says = (key: string) => `(globalThis.entered ??= new Set()).add(${JSON.stringify(`${name}#${key}`)})`;
  const bodies = functionBodies(programOf(name, source));
  const insertions = bodies.flatMap((body, i) => {
    // Once each: some are called millions of times.
    const call = `entered${i} ||= ${says(keyOf(source, body))}`;
    if (!body.isExpression) return [{ at: body.start + 1, text: `;${call};` }];
    return [
      { at: body.start, text: `((${call}), ` },
      { at: body.end, text: ")" },
    ];
  });
  let result = source;
  for (const { at, text } of insertions.toSorted((a, b) => b.at - a.at)) result = result.slice(0, at) + text + result.slice(at);
  return `${result}\n${says("module")};\nvar ${["entered", ...bodies.map((_, i) => `entered${i}`)].join(", ")};\n`;
}

function programOf(name: string, source: string): Node {
  return parseSync(name, source).program as unknown as Node;
}

function functionBodies(node: Node, found: Body[] = []): Body[] {
  if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && isNode(node["body"])) {
    const { start, end, type } = node["body"];
    found.push({ start, end, isExpression: type !== "BlockStatement" && type !== "FunctionBody" });
  }
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) functionBodies(inner, found);
  return found;
}

function keyOf(source: string, { start, end }: Body): string {
  return createHash("sha1").update(source.slice(start, end)).digest("base64url").slice(0, 12);
}

export function withMutant(source: string, { start, end, to }: Mutant): string {
  return source.slice(0, start) + to + source.slice(end);
}

function walk(node: Node, parent: Node | null, source: string, changes: Change[]): void {
  if (untouched.has(node.type) || node.type.startsWith("TS") || isMessage(node, source)) return;
  changes.push(...changesOf(node, parent, source));
  for (const [key, value] of Object.entries(node)) {
    // A key is a name, unless it is computed.
    if ((key === "key" || key === "property") && node["computed"] !== true) continue;
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) walk(inner, node, source, changes);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isMessage(node: Node, source: string): boolean {
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return false;
  const called = node["callee"] as Node;
  return /^(?:Error|TypeError|RangeError|(?:\w+\.)*log\.\w+|console\.\w+)$/.test(source.slice(called.start, called.end));
}

function changesOf(node: Node, parent: Node | null, source: string): Change[] {
  const text = ({ start, end }: Node) => source.slice(start, end);
  const inside = (key: string) => node[key] as Node;
  switch (node.type) {
    case "IfStatement":
      return [
        { operator: "negated condition", node: inside("test"), to: `!(${text(inside("test"))})` },
        ...(node["alternate"] === null && leaves(inside("consequent")) ? [{ operator: "removed guard", node, to: ";" }] : []),
      ];
    case "ConditionalExpression":
      return [{ operator: "negated condition", node: inside("test"), to: `!(${text(inside("test"))})` }];
    case "BinaryExpression":
      return swapped("comparison", comparisons, node, source);
    case "LogicalExpression":
      return swapped("and/or", logical, node, source);
    case "CallExpression":
      return swappedMethod(inside("callee"), source);
    case "ExpressionStatement":
      // A directive is no statement, and an assignment to a name gives it its type.
      return typeof node["directive"] === "string" ? [] : [{ operator: "removed statement", node, to: ";" }];
    case "ThrowStatement":
      return parent?.type === "IfStatement" ? [] : [{ operator: "removed statement", node, to: ";" }];
    case "AwaitExpression":
      // Without its await a statement is a floating promise, which the lint refuses.
      if (parent?.type === "ExpressionStatement") return [];
      return [{ operator: "removed await", node, to: `(${text(inside("argument"))})` }];
    case "Literal":
      // The compiler refuses to compare with what can never be there.
      return typeof node["value"] === "string" && isCompared(parent) ? [] : ofLiteral(node);
    default:
      return [];
  }
}

function isCompared(parent: Node | null): boolean {
  return parent?.type === "SwitchCase" || /^[!=]==$/.test(String(parent?.["operator"]));
}

function leaves(node: Node): boolean {
  const statements = node.type === "BlockStatement" ? (node["body"] as Node[]) : [node];
  return /^(?:Return|Throw|Continue|Break)Statement$/.test(statements.at(-1)?.type ?? "");
}

function swapped(operator: string, others: Record<string, string>, node: Node, source: string): Change[] {
  const to = others[node["operator"] as string];
  const [left, right] = [node["left"] as Node, node["right"] as Node];
  if (to === undefined) return [];
  const between = source.slice(left.end, right.start);
  const at = left.end + between.indexOf(node["operator"] as string);
  const changed = source.slice(left.start, at) + to + source.slice(at + (node["operator"] as string).length, right.end);
  // "a || b && c" must keep its sides together.
  const whole = { start: left.start, end: right.end };
  return [{ operator, node: whole, to: operator === "and/or" ? `(${changed})` : changed }];
}

function swappedMethod(callee: Node, source: string): Change[] {
  if (callee.type !== "MemberExpression" || callee["computed"] === true) return [];
  const property = callee["property"] as Node;
  const to = methods[source.slice(property.start, property.end)];
  return to === undefined ? [] : [{ operator: "swapped method", node: property, to }];
}

function ofLiteral(node: Node): Change[] {
  const { value } = node;
  if (typeof value === "boolean") return [{ operator: "swapped boolean", node, to: String(!value) }];
  if (typeof value === "number") return [value + 1, value - 1].map((to) => ({ operator: "constant", node, to: `(${to})` }));
  // A sentence is read by people; tests that repeat it would hold nothing.
  if (typeof value === "string" && /\s.*[.!?]$/.test(value)) return [];
  if (typeof value === "string") return [{ operator: "string", node, to: value === "" ? '"mutant"' : '""' }];
  return [];
}
