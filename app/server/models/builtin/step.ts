export type Step = { kind: "say"; text: string } | ({ kind: "call" } & Call) | { kind: "calls"; calls: Call[] };

export type Call = { name: string; input: Record<string, unknown> };
