/** A validator for the part of JSON Schema that the generated documents use. */
import type { Json } from "./json.ts";

/** @returns a sentence for each fault; members that an object's schema does not name are faults too */
export function faultsOf(value: Json, schema: Json, document: Json, at = "$"): string[] {
  if (schema.$ref !== undefined) return faultsOf(value, resolve(schema.$ref, document), document, at);
  if (schema.oneOf !== undefined) {
    const tries: string[][] = schema.oneOf.map((each: Json) => faultsOf(value, each, document, at));
    return tries.some((faults) => faults.length === 0) ? [] : tries.flat();
  }
  if ("const" in schema && value !== schema.const) return [`${at} is not ${schema.const}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at} is none of ${schema.enum}`];
  if (schema.type !== undefined && !isOf(schema.type, value)) {
    return [`${at} is no ${schema.type}: ${JSON.stringify(value)}`];
  }
  if (Array.isArray(value)) return arrayFaults(value, schema, document, at);
  if (typeof value === "object" && value !== null) return objectFaults(value, schema, document, at);
  return value < schema.minimum ? [`${at} is less than ${schema.minimum}`] : [];
}

/** Resolves a `$ref`. @throws Error if its target does not exist */
export function resolve(reference: string, document: Json): Json {
  const found = reference
    .replace(/^#\//, "")
    .split("/")
    .reduce((from, name) => from?.[name], document);
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

function isOf(type: string | string[], value: Json): boolean {
  if (Array.isArray(type)) return type.some((each) => isOf(each, value));
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function arrayFaults(value: Json[], schema: Json, document: Json, at: string): string[] {
  if (value.length > schema.maxItems || value.length < schema.minItems) return [`${at} has ${value.length} elements`];
  if (schema.items === undefined) return [];
  return value.flatMap((each, i) => faultsOf(each, schema.items, document, `${at}[${i}]`));
}

function objectFaults(value: Json, schema: Json, document: Json, at: string): string[] {
  const missing = (schema.required ?? []).filter((name: string) => !(name in value));
  const faults = missing.map((name: string) => `${at}.${name} is missing`);
  if (schema.properties === undefined) {
    const { additionalProperties: each } = schema;
    if (each === undefined) return faults;
    return Object.entries(value).flatMap(([name, member]) => faultsOf(member, each, document, `${at}.${name}`));
  }
  for (const [name, member] of Object.entries(value)) {
    const property = schema.properties[name];
    faults.push(
      ...(property ? faultsOf(member, property, document, `${at}.${name}`) : [`${at}.${name} is not described`]),
    );
  }
  return faults;
}
