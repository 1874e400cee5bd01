/** Samples every target in every round, in random order. */
import { shuffled } from "./statistics.ts";

/**
 * Takes a sample of every target in every round, after a warm-up round whose samples are dropped.
 *
 * @returns the samples by the name of the target
 */
export async function inRounds<T extends { readonly name: string }, S>(
  targets: readonly T[],
  rounds: number,
  take: (target: T, round: number) => Promise<S>,
  { warm }: { readonly warm: boolean } = { warm: true },
): Promise<Map<string, S[]>> {
  const samples = new Map(targets.map(({ name }) => [name, [] as S[]]));
  for (let round = warm ? 0 : 1; round <= rounds; round++) {
    for (const target of shuffled(targets)) {
      const sample = await take(target, round);
      if (round > 0) samples.get(target.name)!.push(sample);
    }
  }
  return samples;
}

/** The ratio of two targets in each round. `by` has the samples of the denominator. */
export function ratios<S>(taken: readonly S[], by: readonly S[], of: (sample: S) => number): number[] {
  return taken.map((sample, round) => of(sample) / of(by[round]!));
}
