/**
 * Schemas of JSON objects: a value is JSON Schema and carries the TypeScript type that it describes, so that type,
 * OpenAPI document and reference are one declaration.
 */

declare const TYPE: unique symbol;
const NAME = Symbol("name");
const DEFINITION = Symbol("definition");

/** A JSON Schema of values of the type `T`. */
export interface Schema<T = unknown> {
  /** Never set. It carries the type. */
  readonly [TYPE]?: T;
  readonly [keyword: string]: unknown;
}

/** A field that may be absent. */
export interface Optional<T = unknown> {
  readonly optional: Schema<T>;
}

/** A reference to a schema that the OpenAPI document has by its name. */
export interface Named<T> extends Schema<T> {
  readonly $ref: string;
  readonly [NAME]: string;
  readonly [DEFINITION]: Schema<T>;
}

export type Fields = Readonly<Record<string, Schema | Optional>>;

/** The type that a schema describes. */
export type TypeOf<S> = S extends Schema<infer T> ? T : never;

type OptionalKeys<F> = { [K in keyof F]: F[K] extends Optional ? K : never }[keyof F];
type ObjectOf<F> = { -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: F[K] extends Schema<infer T> ? T : never } & {
  -readonly [K in OptionalKeys<F>]?: F[K] extends Optional<infer T> ? T : never;
};

export const int: Schema<number> = { type: "integer" };
export const number: Schema<number> = { type: "number" };
export const str: Schema<string> = { type: "string" };
export const bool: Schema<boolean> = { type: "boolean" };
export const yes: Schema<true> = { const: true };
export const anything: Schema = {};
/** Unix seconds. */
export const time: Schema<number> = { type: "integer", format: "unix-time" };

export function constant<const T>(value: T): Schema<T> {
  return { const: value };
}

export function oneOf<const T extends string>(values: readonly T[]): Schema<T> {
  return { type: "string", enum: values };
}

/** A value that one of these schemas describes. */
export function union<const S extends readonly Schema[]>(schemas: S): Schema<TypeOf<S[number]>> {
  return { oneOf: schemas };
}

export function list<T>(items: Schema<T>): Schema<T[]> {
  return { type: "array", items };
}

/** An object with any keys. */
export function record<T>(values: Schema<T>): Schema<Record<string, T>> {
  return { type: "object", additionalProperties: values };
}

/** The schema with a description, in which backticks mark code. */
export function note<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description };
}

/** A field that may be absent, with its description. */
export function optional<T>(schema: Schema<T>, description?: string): Optional<T> {
  return { optional: description === undefined ? schema : note(schema, description) };
}

/** The same fields, each of which may be absent. */
export function optionals<const F extends Readonly<Record<string, Schema>>>(
  fields: F,
): { readonly [K in keyof F]: Optional<TypeOf<F[K]>> } {
  const entries = Object.entries(fields).map(([name, schema]) => [name, optional(schema)]);
  return Object.fromEntries(entries) as { readonly [K in keyof F]: Optional<TypeOf<F[K]>> };
}

/** Fields of one schema, by name. */
export function each<const N extends string, S extends Schema | Optional>(
  names: readonly N[],
  schema: S,
): Record<N, S> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>;
}

export function object<const F extends Fields>(fields: F): Schema<{ [K in keyof ObjectOf<F>]: ObjectOf<F>[K] }> {
  const required = Object.keys(fields).filter((name) => !isOptional(fields[name]!));
  const properties = Object.fromEntries(
    Object.entries<Schema | Optional>(fields).map(([name, field]) => [
      name,
      isOptional(field) ? field.optional : field,
    ]),
  );
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties };
}

/** A schema that others refer to by its name. */
export function named<T>(name: string, schema: Schema<T>): Named<T> {
  return { ...reference<T>(name), [NAME]: name, [DEFINITION]: schema } as Named<T>;
}

/** A reference by name: for an object that contains itself. */
export function reference<T>(name: string): Schema<T> {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schemas of the members of a named object. */
export function propertiesOf<T>(schema: Named<T>): Readonly<Record<string, Schema>> {
  return schema[DEFINITION]["properties"] as Readonly<Record<string, Schema>>;
}

/** The definitions of the named schemas among these values. */
export function definitionsIn(values: object): Record<string, Schema> {
  const found = Object.values(values).filter(isNamed);
  return Object.fromEntries(found.map((schema) => [schema[NAME], schema[DEFINITION]]));
}

function isOptional(field: Schema | Optional): field is Optional {
  return typeof field.optional === "object";
}

function isNamed(value: unknown): value is Named<unknown> {
  return typeof value === "object" && value !== null && DEFINITION in value;
}
