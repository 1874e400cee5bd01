/** Rendezvous hashing: spreads names over nodes, so that a node that comes or goes moves only its own share. */

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The node that has a name. All nodes with the same list get the same answer. @param nodes - at least one */
export function preferredNode(name: string, nodes: readonly string[]): string {
  let preferred = nodes[0]!;
  let highest = -1;
  for (const node of nodes) {
    const weight = hash(`${name} ${node}`);
    if (weight < highest || (weight === highest && node < preferred)) continue;
    preferred = node;
    highest = weight;
  }
  return preferred;
}

/** FNV-1a in 32 bits, with the final mix of MurmurHash 3: without it, similar names get similar values. */
function hash(text: string): number {
  let value = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
