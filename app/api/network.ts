/** An IPv6 /64 counts as one client: a single connection can use all of its addresses. */
export function network(address: string): string {
  if (!address.includes(":") || address.startsWith("::ffff:")) return address.replace(/^::ffff:/, "");
  const [head = "", tail = ""] = address.split("%", 1)[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === "" ? [] : tail.split(":");
  const all = address.includes("::") ? [...groups, ...Array<string>(8 - groups.length - rest.length).fill("0"), ...rest] : groups;
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16))
    .join(":")}::/64`;
}
