/** The parameter `allowed_updates`: the kinds of update that a bot receives (behaviour.md §6). */
import { UPDATE_KINDS, type UpdateKind } from "@heliogram/shared/updates.ts";
import { arrayOf, NATIVE_READ_OPTIONS, ParameterError, text, type Field } from "../engine/fields.ts";

/** Telegram has about thirty kinds. */
const list = arrayOf(name(), { max: 1000 });

/** Unknown names are ignored. `null` is the default set, which an empty list stands for. */
export function allowedUpdates(): Field<readonly UpdateKind[] | null | undefined> {
  return {
    read(raw, field, { malformedUpdateKinds } = NATIVE_READ_OPTIONS) {
      const names = malformedUpdateKinds === "omit" ? listOrNothing(raw, field) : list.read(raw, field);
      if (names === undefined) return undefined;
      const kinds = UPDATE_KINDS.filter((kind) => names.includes(kind));
      return kinds.length > 0 ? kinds : null;
    },
    schema: { type: "array", items: { type: "string", enum: UPDATE_KINDS } },
  };
}

/** The name of a kind. Numbers are no names. */
function name(): Field<string> {
  const { read, schema } = text();
  return {
    schema,
    read(raw, field) {
      if (typeof raw !== "string") throw new ParameterError(`invalid ${field}: text is expected`);
      return read(raw, field).toLowerCase();
    },
  };
}

function listOrNothing(raw: unknown, field: string): string[] | undefined {
  try {
    return list.read(raw, field);
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}
