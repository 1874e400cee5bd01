/** Helpers for writing JSON Schema. */
import type { Schema } from "../engine/fields.ts";

export const int: Schema = { type: "integer" };
export const str: Schema = { type: "string" };
export const bool: Schema = { type: "boolean" };
export const yes: Schema = { const: true };
/** Unix seconds. */
export const time: Schema = { type: "integer", format: "unix-time" };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: Schema): Schema => ({ type: "array", items });
export const oneOf = (values: readonly string[]): Schema => ({ type: "string", enum: values });
export const note = (schema: Schema, description: string): Schema => ({ ...schema, description });

/** An object with these fields; `required` names those that are always present. */
export function object(required: readonly string[], properties: Record<string, Schema>): Schema {
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties };
}

/** An object whose fields are all required. */
export function whole(properties: Record<string, Schema>): Schema {
  return object(Object.keys(properties), properties);
}

/** An object with fields (`tag`) that tell it apart from other variants. */
export function tagged(
  tag: Record<string, Schema>,
  required: readonly string[],
  properties: Record<string, Schema>,
): Schema {
  return object([...Object.keys(tag), ...required], { ...tag, ...properties });
}
