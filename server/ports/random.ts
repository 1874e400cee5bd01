/** Where the service's randomness comes from: handed in, so that simulations can be replayed from a seed. */
import { createHash, randomBytes } from "node:crypto";

export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Buffer;
  /** A number in [0, 1), for jitter and dice, never for secrets. */
  fraction(): number;
}

/** The operating system's randomness. */
export function systemRandom(): Random {
  const random: Random = {
    bytes: (length) => randomBytes(length),
    fraction: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  };
  return random;
}

/** The same bytes again for the same seed. Never for a server that others can reach. */
export function seededRandom(seed: string): Random {
  let block = 0;
  const bytes = (length: number) => {
    const parts: Buffer[] = [];
    for (let have = 0; have < length; have += 32) {
      parts.push(createHash("sha256").update(`${seed}:${block++}`).digest());
    }
    return Buffer.concat(parts).subarray(0, length);
  };
  return { bytes, fraction: () => bytes(4).readUInt32BE() / 2 ** 32 };
}
