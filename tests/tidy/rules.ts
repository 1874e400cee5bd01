/** The list of all rules that the tree is held to. */
import { citations } from "./citations.ts";
import { cycles } from "./cycles.ts";
import { deadColumns } from "./dead-columns.ts";
import { deadFiles } from "./dead-files.ts";
import { engineNames, sqlText } from "./engines.ts";
import { globals } from "./globals.ts";
import { methods } from "./methods.ts";
import { opening } from "./opening.ts";
import { owners } from "./owners.ts";
import { rooms } from "./rooms.ts";
import type { Rule } from "./rule.ts";
import { sizes } from "./sizes.ts";
import { untranslated } from "./untranslated.ts";
import { words } from "./words.ts";

export const RULES: readonly Rule[] = [
  rooms,
  cycles,
  sizes,
  opening,
  globals,
  owners,
  engineNames,
  sqlText,
  deadFiles,
  deadColumns,
  methods,
  citations,
  words,
  untranslated,
];
