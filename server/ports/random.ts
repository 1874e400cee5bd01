/** The randomness of the service. It is injected, so that simulations can be repeated from a seed. */
import { createHash, randomBytes } from "node:crypto";

export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Buffer;
  /** A number in [0, 1), for jitter and dice, never for secrets. */
  fraction(): number;
}

/** The random number generator of the operating system. */
export function systemRandom(): Random {
  const random: Random = {
    bytes: (length) => randomBytes(length),
    fraction: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  };
  return random;
}

/** Returns the same bytes for the same seed. Only for tests: the bytes are predictable. */
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
