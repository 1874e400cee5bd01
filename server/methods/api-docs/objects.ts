/** The schemas of all objects that declarations refer to by name. */
import { definitionsIn, note, oneOf } from "@heliogram/shared/wire/schema.ts";
import { LINT_RULES } from "../../developer/lint/lint.ts";
import type { Schema } from "../engine/fields.ts";
import { schemas } from "../engine/schemas.ts";

const DECLARED = definitionsIn(schemas);

/** The linter declares its rules. */
const RULE = note(
  oneOf(LINT_RULES.map(({ name }) => name)),
  LINT_RULES.map(({ name, doc }) => `\`${name}\`: ${doc}`).join(" "),
);

/** The schemas by the names that declarations use. */
export const OBJECTS: Readonly<Record<string, Schema>> = {
  ...DECLARED,
  Finding: { ...DECLARED.Finding, properties: { ...(DECLARED.Finding!.properties as object), rule: RULE } },
};
