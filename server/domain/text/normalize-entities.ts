/** Normalizes entities: in order, properly nested, and equal for texts that look the same (behaviour.md §4). */
import { EntityParseError, type MessageEntity } from "./entity.ts";
import { byPlace, nestingOf } from "./entity-nesting.ts";
import { crossings, endOf, firstEndingAfter, joined, partsOutside, withoutOverlaps, type Range } from "./ranges.ts";

/**
 * The largest number of entities: one for each character of the longest text. Overlapping entities are split
 * repeatedly, so that four thousand could become more than ten thousand.
 */
const MAX_ENTITIES = 4096;

/**
 * Equal formats that overlap or touch are joined, and nothing but quotes is around code. Of two links, mentions or other
 * entities that are no formats, the one that begins later is dropped where they overlap; formats are split.
 * @throws EntityParseError for more than `MAX_ENTITIES`
 */
export function normalizeEntities(entities: readonly MessageEntity[]): MessageEntity[] {
  if (entities.length < 2) return [...entities];
  const sorted = [...entities].sort(byPlace);
  if (areApart(sorted)) return sorted;
  const quotes = withoutOverlaps(sorted.filter(({ type }) => nestingOf(type).kind === "quote"));
  const others = withoutOverlaps(sorted.filter(({ type }) => /^(?:verbatim|other)$/.test(nestingOf(type).kind)));
  const fixed = others.filter((entity) => !crosses(entity, quotes));
  const verbatim = fixed.filter(({ type }) => nestingOf(type).kind === "verbatim");
  const formats = joinedFormats(sorted)
    .flatMap((format) => partsOutside(format, verbatim))
    .flatMap((format) => split(format, [...crossings(format, quotes), ...crossings(format, fixed)]));
  return nested([...quotes, ...fixed, ...formats].sort(byPlace)).sort(byPlace);
}

/** Whether the entities neither overlap nor can be joined, as those of most texts. */
function areApart(sorted: readonly MessageEntity[]): boolean {
  for (let i = 1; i < sorted.length; i++) {
    const [before, entity] = [sorted[i - 1]!, sorted[i]!];
    if (entity.offset < endOf(before)) return false;
    if (entity.offset === endOf(before) && entity.type === before.type) return false;
  }
  return true;
}

/** Whether a quote begins or ends inside of the entity. */
function crosses(entity: Range, quotes: readonly Range[]): boolean {
  const quote = quotes[firstEndingAfter(quotes, entity.offset)];
  if (!quote || quote.offset >= endOf(entity)) return false;
  return endOf(quote) < endOf(entity) || quote.offset > entity.offset;
}

function joinedFormats(sorted: readonly MessageEntity[]): MessageEntity[] {
  const formats = sorted.filter(({ type }) => nestingOf(type).kind === "format");
  return [...Map.groupBy(formats, ({ type }) => type).values()].flatMap(joined);
}

function split(entity: MessageEntity, places: readonly number[]): MessageEntity[] {
  if (places.length === 0) return [entity];
  const cuts = [...new Set([entity.offset, ...places, endOf(entity)])].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => ({ ...entity, offset: cuts[i]!, length: end - cuts[i]! }));
}

/** Splits formats that cross each other: the one that begins later, where the other one ends. */
function nested(waiting: MessageEntity[]): MessageEntity[] {
  const ordered: MessageEntity[] = [];
  const open: number[] = [];
  // The second part of a split entity is inserted at its own offset and handled in its turn.
  for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
    if (ordered.length === MAX_ENTITIES)
      throw new EntityParseError(`Too many entities: at most ${MAX_ENTITIES} are allowed`);
    while (open.length > 0 && open.at(-1)! <= entity.offset) open.pop();
    const end = endOf(entity);
    const limit = open.at(-1);
    if (limit !== undefined && end > limit) {
      ordered.push({ ...entity, length: limit - entity.offset });
      insert(waiting, { ...entity, offset: limit, length: end - limit });
      open.push(limit);
    } else {
      ordered.push(entity);
      open.push(end);
    }
  }
  return ordered;
}

function insert(sorted: MessageEntity[], entity: MessageEntity): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byPlace(sorted[middle]!, entity) <= 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, entity);
}
