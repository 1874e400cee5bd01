/** Rounds: every subject in every round, in an order that chance gives. */
import { shuffled } from "./statistics.ts";

/**
 * Takes a sample of every subject in every round, after a round that only warms them up.
 *
 * @returns the samples by name, without that round's
 */
export async function inRounds<T extends { readonly name: string }, S>(
  subjects: readonly T[],
  rounds: number,
  take: (subject: T, round: number) => Promise<S>,
  { warm }: { readonly warm: boolean } = { warm: true },
): Promise<Map<string, S[]>> {
  const samples = new Map(subjects.map(({ name }) => [name, [] as S[]]));
  for (let round = warm ? 0 : 1; round <= rounds; round++) {
    for (const subject of shuffled(subjects)) {
      const sample = await take(subject, round);
      if (round > 0) samples.get(subject.name)!.push(sample);
    }
  }
  return samples;
}

/** What one comes to in each round, as a share of what another does in the same. */
export function ratios<S>(taken: readonly S[], by: readonly S[], of: (sample: S) => number): number[] {
  return taken.map((sample, round) => of(sample) / of(by[round]!));
}
