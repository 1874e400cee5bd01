/** Short forms for the JSON Schema of the documents. */
import type { Schema } from "../fields.ts";

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

/** An object with these members; `required` names those that are always there. */
export function object(required: readonly string[], properties: Record<string, Schema>): Schema {
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties };
}

/** An object whose members are all always there. */
export function whole(properties: Record<string, Schema>): Schema {
  return object(Object.keys(properties), properties);
}

/** An object without a member that names which of several it is. */
export function tagged(
  tag: Record<string, Schema>,
  required: readonly string[],
  properties: Record<string, Schema>,
): Schema {
  return object([...Object.keys(tag), ...required], { ...tag, ...properties });
}
