/** The parameter `allowed_updates`: the kinds of update that a bot receives (behaviour.md §6). */
import { UPDATE_KINDS, type UpdateKind } from "@heliogram/shared/wire.ts";
import { jsonLimitExceeded } from "../engine/json-limits.ts";
import type { Field } from "../engine/fields.ts";

/**
 * Unknown names are ignored. `null` is the default set, which an empty list stands for. A value that is not a list
 * counts as omitted, because some clients send `"null"`.
 */
export function allowedUpdates(): Field<readonly UpdateKind[] | null | undefined> {
  return {
    read(raw) {
      const list = typeof raw === "string" ? parse(raw) : raw;
      if (!Array.isArray(list)) return undefined;
      const kinds = UPDATE_KINDS.filter((kind) => list.includes(kind));
      return kinds.length > 0 ? kinds : null;
    },
    schema: { type: "array", items: { type: "string", enum: UPDATE_KINDS } },
  };
}

function parse(text: string): unknown {
  if (jsonLimitExceeded(text) !== undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
