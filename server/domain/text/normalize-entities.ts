/** Normalizes entities: sorted by offset, the longer first, and properly nested. */
import { EntityParseError, type MessageEntity } from "./entity.ts";

/**
 * The largest number of entities: one for each character of the longest text. Overlapping entities are split
 * repeatedly, so that four thousand could become hundreds of thousands.
 */
const MAX_ENTITIES = 4096;

/**
 * Where two entities overlap and neither contains the other, the later one is split.
 * @throws EntityParseError for more than `MAX_ENTITIES`
 */
export function normalizeEntities(entities: readonly MessageEntity[]): MessageEntity[] {
  const waiting = [...entities].sort(byPlace);
  const ordered: MessageEntity[] = [];
  const open: number[] = [];
  // The second part of a split entity is inserted at its own offset and handled in its turn.
  for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
    if (ordered.length === MAX_ENTITIES)
      throw new EntityParseError(`Too many entities: at most ${MAX_ENTITIES} are allowed`);
    while (open.length > 0 && open.at(-1)! <= entity.offset) open.pop();
    const end = entity.offset + entity.length;
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

function byPlace(a: MessageEntity, b: MessageEntity): number {
  return a.offset - b.offset || b.length - a.length;
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
