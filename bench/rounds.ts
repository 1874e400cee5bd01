/** Rounds: every subject in every round, in an order that chance gives. */
import { shuffled } from "./statistics.ts";

/**
 * Takes a sample of every subject in every round, after a round that warms all of them up.
 *
 * @returns the samples by name, the warm-up among none of them
 */
export async function inRounds<T extends { readonly name: string }, S>(
  subjects: readonly T[],
  rounds: number,
  take: (subject: T, round: number) => Promise<S>,
): Promise<Map<string, S[]>> {
  const samples = new Map(subjects.map(({ name }) => [name, [] as S[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const subject of shuffled(subjects)) {
      const sample = await take(subject, round);
      if (round > 0) samples.get(subject.name)!.push(sample);
    }
  }
  return samples;
}

/** The median, over the rounds, of what one comes to in a round, measured by what another does in the same. */
export function ratios<S>(taken: readonly S[], by: readonly S[], of: (sample: S) => number): number[] {
  return taken.map((sample, round) => of(sample) / of(by[round]!));
}
