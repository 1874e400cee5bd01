/** Ranges of a text, in UTF-16 units. */

export interface Range {
  readonly offset: number;
  readonly length: number;
}

export function endOf({ offset, length }: Range): number {
  return offset + length;
}

/** The ranges of a sorted list that begin behind the end of the ones before. */
export function withoutOverlaps<T extends Range>(sorted: readonly T[]): T[] {
  let end = 0;
  return sorted.filter((range) => {
    if (range.offset < end) return false;
    end = endOf(range);
    return true;
  });
}

/** Joins ranges of a sorted list that overlap or touch. */
export function joined<T extends Range>(sorted: readonly T[]): T[] {
  const result: T[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (!last || range.offset > endOf(last)) result.push(range);
    else if (endOf(range) > endOf(last)) result[result.length - 1] = { ...last, length: endOf(range) - last.offset };
  }
  return result;
}

/** The parts of a range outside of `others`, which are sorted and do not overlap. */
export function partsOutside<T extends Range>(range: T, others: readonly Range[]): T[] {
  const parts: T[] = [];
  let begin = range.offset;
  for (let i = firstEndingAfter(others, begin); i < others.length && others[i]!.offset < endOf(range); i++) {
    if (others[i]!.offset > begin) parts.push({ ...range, offset: begin, length: others[i]!.offset - begin });
    begin = endOf(others[i]!);
  }
  if (begin < endOf(range)) parts.push({ ...range, offset: begin, length: endOf(range) - begin });
  return parts;
}

/**
 * The places inside of a range where one of `others` begins or ends that is only partly in it. `others` are sorted and do
 * not overlap.
 */
export function crossings(range: Range, others: readonly Range[]): number[] {
  const places: number[] = [];
  const first = others[firstEndingAfter(others, range.offset)];
  if (first && first.offset < range.offset && endOf(first) < endOf(range)) places.push(endOf(first));
  const last = others[firstEndingAfter(others, endOf(range))];
  if (last && last.offset > range.offset && last.offset < endOf(range)) places.push(last.offset);
  return places;
}

/** The index of the first range that ends after `place`. The ranges are sorted and do not overlap. */
export function firstEndingAfter(ranges: readonly Range[], place: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(ranges[middle]!) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
