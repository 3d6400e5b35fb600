/*
 * Whether an IP address is on the public internet. Everything else is internal: this machine, its
 * network, cloud metadata, or a form that embeds such an address (mapped, NAT64, 6to4, Teredo).
 */
import ipaddr from "ipaddr.js";

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  // Only 2000::/3 of IPv6 has been allocated.
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}
