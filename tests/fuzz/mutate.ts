/** Mutates one or two fields of a valid request. */
import type { Method } from "heliogram/methods/engine/method.ts";
import type { Dice } from "./seeded-random.ts";
import { likelyValue } from "./plausible-values.ts";

type Params = Readonly<Record<string, unknown>>;

/** The unusual values, and the existing ids and names. */
export interface Supplies {
  readonly hostile: readonly unknown[];
  readonly real: readonly unknown[];
}

/** Methods that take an account away from all later calls. They keep whom they are about: others make the objects of calls. */
const ENDS_ACCOUNT = new Set(["suspendPerson", "erasePerson", "suspendBot"]);
const ACCOUNTS = new Set(["user_id", "bot_id"]);

/** Leaves two in five requests unchanged; in the others one or two fields are changed, removed or added. */
export function mutate(method: Method, fitting: Params, { hostile, real }: Supplies, dice: Dice): Params {
  const params: Record<string, unknown> = { ...fitting };
  const mutable = (name: string) => !ACCOUNTS.has(name) || !ENDS_ACCOUNT.has(method.name);
  const given = Object.keys(fitting).filter(mutable);
  const known = Object.keys(method.fields).filter(mutable);
  for (let left = dice.pick([0, 0, 1, 1, 2]); left > 0; left--) {
    const name = dice.pick(given.length > 0 && dice.oneIn(2) ? given : known.length > 0 ? known : ["unknown"]);
    const schema = method.fields[name]?.schema;
    switch (dice.below(7)) {
      case 0:
        delete params[name];
        break;
      case 1:
        params[name] = dice.pick(real);
        break;
      case 2:
        params[name] = within(params[name], dice.pick(hostile), dice);
        break;
      case 3:
        params[name] = dice.pick(hostile);
        break;
      default:
        params[name] = schema ? likelyValue(schema, dice) : dice.pick(hostile);
    }
  }
  return params;
}

/** Replaces a random part of a value, or the value itself if it has no parts. */
function within(value: unknown, other: unknown, dice: Dice): unknown {
  if (typeof value !== "object" || value === null || dice.oneIn(4)) return other;
  const keys = Object.keys(value);
  if (keys.length === 0) return other;
  const key = dice.pick(keys);
  const changed = within((value as Record<string, unknown>)[key], other, dice);
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}
