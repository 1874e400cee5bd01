/** The parameter `allowed_updates`: kinds of update a bot wants (behaviour.md §6). */
import { UPDATE_KINDS, type UpdateKind } from "@heliogram/shared/wire.ts";
import { tooMuchJson } from "./json-bounds.ts";
import type { Field } from "./fields.ts";

/**
 * Unknown names are ignored; `null` stands for the default set, which is what an empty list asks for.
 * A value that is no list is taken as not given: some clients send `"null"`.
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
  if (tooMuchJson(text) !== undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
