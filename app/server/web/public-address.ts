/*
 * Whether an IP address is one of the public internet's. Everything else is
 * somebody's inside: this machine, the network round it, a cloud's metadata, or
 * a form that carries such an address within another (mapped, NAT64, 6to4,
 * Teredo).
 */
import ipaddr from "ipaddr.js";

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 has been given out.
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}
