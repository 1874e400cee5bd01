/** Where texts are in a JSON value, and which file of a result belongs to a parameter. */
import { FILE_KINDS } from "@heliogram/shared/files.ts";
import { memberOf } from "../../developer/json-values.ts";

export interface TextPlace {
  /** As `media[0].media`. */
  readonly path: string;
  readonly text: string;
}

/** JSON of requests and of wire objects is not nested deeper. */
const MAX_DEPTH = 20;

/** Every text of a value. A text that is the JSON of an object or a list, as forms have it, is taken apart. */
export function* textsOf(value: unknown, path = "", depth = 0): Generator<TextPlace> {
  if (depth > MAX_DEPTH) return;
  if (typeof value === "string") {
    const inner = asStructure(value);
    if (inner === undefined) yield { path, text: value };
    else yield* textsOf(inner, path, depth + 1);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : path === "" ? key : `.${key}`;
    yield* textsOf(member, path + step, depth + 1);
  }
}

function asStructure(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/**
 * The file_id of the message that a call was answered with. The messages of an album are in the order of its files.
 * @param path - where the file was in the parameters
 */
export function fileInResult(result: unknown, path: string): string | undefined {
  const i = Number(/^media\[(\d+)\]/.exec(path)?.[1] ?? 0);
  const message: unknown = Array.isArray(result) ? result[i] : i === 0 ? result : undefined;
  for (const kind of FILE_KINDS) {
    const file = memberOf(message, kind);
    const file_id = memberOf(Array.isArray(file) ? file.at(-1) : file, "file_id");
    if (typeof file_id === "string") return file_id;
  }
  return undefined;
}
