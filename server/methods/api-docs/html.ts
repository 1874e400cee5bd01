/** HTML helpers for the reference: escaping, types as text, tables of fields. */
import type { Schema } from "../engine/fields.ts";

export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Text of a declaration as HTML: parts in backticks become code. */
export function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** The type of a schema as short HTML; a named object links to its table. */
export function typeOf(schema: Schema): string {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1)!;
    return `<a href="#object-${name}">${name}</a>`;
  }
  if (Array.isArray(schema.oneOf)) return schema.oneOf.map((each) => typeOf(each as Schema)).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => code(each)).join(", ");
  if ("const" in schema) return code(schema.const);
  if (schema.type === "array")
    return schema.items === undefined ? "array" : `array of ${typeOf(schema.items as Schema)}`;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : escape(String(schema.type));
}

function code(value: unknown): string {
  return `<code>${escape(typeof value === "string" ? value : JSON.stringify(value))}</code>`;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The fields of an object as a table. */
export function fieldRows(schema: Schema): string {
  const { properties = {}, required = [] } = schema as ObjectSchema;
  const rows = Object.entries(properties).map(([name, member]) => {
    const optional = required.includes(name) ? "always" : "optional";
    const nested = member.type === "object" && member.properties !== undefined ? fieldRows(member) : "";
    return `<tr><td><code>${name}</code></td><td>${typeOf(member)}</td><td>${optional}</td><td>${prose(String(member.description ?? ""))}${nested}</td></tr>`;
  });
  if (rows.length === 0) return "";
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Presence</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}
