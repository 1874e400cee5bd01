/** Brings entities into order: by place, the longer first, each inside or outside any other. */
import { EntityFault, type MessageEntity } from "./entity.ts";

/**
 * One for each character of the longest text. Entities that overlap are cut in two again and again: four thousand of
 * them would become hundreds of thousands.
 */
const MAX_ENTITIES = 4096;

/**
 * Where two entities overlap without one holding the other, the later one is cut in two.
 * @throws EntityFault when they are too many
 */
export function nest(entities: readonly MessageEntity[]): MessageEntity[] {
  const waiting = [...entities].sort(byPlace);
  const ordered: MessageEntity[] = [];
  const open: number[] = [];
  // Cut-off ends are looked at again in their own place.
  for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
    if (ordered.length === MAX_ENTITIES)
      throw new EntityFault(`Too many entities: at most ${MAX_ENTITIES} are allowed`);
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
