/** Every object of the interface is checked in the tests by its schema, strictly: faults that are planted are found. */
import { describe, expect, test } from "vitest";
import { botMethod } from "heliogram/methods/engine/method.ts";
import { schemas } from "heliogram/methods/engine/schemas.ts";
import { OBJECTS } from "heliogram/methods/api-docs/objects.ts";
import { faultsOf, resolve } from "../support/json-schema.ts";
import type { Json } from "../support/json.ts";
import { expectFrameInSchema, expectResponseInSchema } from "../support/openapi-check.ts";

const DOCUMENT: Json = { components: { schemas: OBJECTS } };
const NAMES = Object.keys(OBJECTS);

/** A value with the fields that are always there, and with those in `besides`. */
function valueOf(schema: Json, besides: readonly string[] = []): Json {
  if (schema.$ref !== undefined) return valueOf(resolve(schema.$ref, DOCUMENT), besides);
  if (schema.oneOf !== undefined) return valueOf(schema.oneOf[0], besides);
  if ("const" in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type.at(-1) : schema.type;
  if (type === "object") {
    const names = [...(schema.required ?? []), ...besides];
    return Object.fromEntries(names.map((name: string) => [name, valueOf(schema.properties[name])]));
  }
  return { integer: 1, number: 1.5, string: "", boolean: true, array: [], null: null }[type as string] ?? null;
}

/** Each schema of an object with its forms. */
const FORMS = NAMES.flatMap((name): [string, Json][] => {
  const schema: Json = OBJECTS[name];
  const forms: Json[] = schema.oneOf ?? [schema];
  // A text of a rich message can also be a string or a list.
  const objects = forms.filter(({ $ref, type }) => $ref !== undefined || type === "object");
  return objects.map((form, i) => [forms.length > 1 ? `${name} ${i + 1}` : name, form]);
});

describe.each(FORMS)("%s", (_name, form) => {
  const schema = form.$ref === undefined ? form : resolve(form.$ref, DOCUMENT);
  const value = valueOf(schema);

  test("has no faults as it is described, with each of its fields", () => {
    expect(Object.keys(schema.properties).length).toBeGreaterThan(0);
    for (const field of ["", ...Object.keys(schema.properties)])
      expect(faultsOf(valueOf(schema, field === "" ? [] : [field]), schema, DOCUMENT)).toEqual([]);
  });

  test("a field that is not described is a fault", () => {
    expect(faultsOf({ ...value, planted: 1 }, schema, DOCUMENT)).toEqual(["$.planted is not described"]);
  });

  test("a field that is missing, or of another type, is a fault", () => {
    for (const field of schema.required ?? []) {
      const { [field]: _left, ...rest } = value;
      expect(faultsOf(rest, schema, DOCUMENT)).toEqual([`$.${field} is missing`]);
    }
    const isTyped = (field: string) => Object.keys(schema.properties[field]).some((key) => key !== "description");
    for (const field of (schema.required ?? []).filter(isTyped))
      expect(faultsOf({ ...value, [field]: Symbol("other") }, schema, DOCUMENT)).not.toEqual([]);
  });
});

test("a method whose result lacks a field of its schema does not compile", () => {
  const method = botMethod({
    name: "getPlanted",
    summary: "Returns a user.",
    effect: "wait",
    access: { scope: "self" },
    fields: {},
    result: schemas.User,
    example: { request: {}, result: {} },
    // @ts-expect-error - `is_bot` is missing
    run: () => Promise.resolve({ id: 1, first_name: "Echo" }),
  });
  expect(method.result.$ref).toBe("#/components/schemas/User");
});

test("answers and frames with a planted field fail the test that gets them", () => {
  const answer = { ok: true, result: { id: 1, is_bot: true, first_name: "Echo" } };
  expect(() => expectResponseInSchema("/bot1:x/getMe", 200, answer)).not.toThrow();
  const planted = { ok: true, result: { ...answer.result, planted: 1 } };
  expect(() => expectResponseInSchema("/bot1:x/getMe", 200, planted)).toThrow("$.result.planted is not described");
  expect(() => expectFrameInSchema({ type: "beat" })).not.toThrow();
  expect(() => expectFrameInSchema({ type: "beat", planted: 1 })).toThrow("$.planted is not described");
});
