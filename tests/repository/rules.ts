/** All repository checks. */
import { changelog } from "./changelog.ts";
import { citations } from "./citations.ts";
import { deadColumns } from "./dead-columns.ts";
import { deadFiles } from "./dead-files.ts";
import { engineNames, sqlText } from "./engines.ts";
import { folderOrder } from "./folders.ts";
import { globals } from "./globals.ts";
import { methods } from "./methods.ts";
import { opening } from "./opening.ts";
import { owners } from "./owners.ts";
import { moduleDependencies } from "./modules.ts";
import { moduleTable } from "./module-table.ts";
import { pageCode } from "./page-code.ts";
import { packagedFiles } from "./packaged-files.ts";
import type { Rule } from "./rule.ts";
import { sharedQueues } from "./shared-queues.ts";
import { sizes } from "./sizes.ts";
import { declaredTables, plainSchema, replayableSql, lastNumbers } from "./store-sql.ts";
import { untranslated } from "./untranslated.ts";
import { useCases } from "./use-cases.ts";
import { words } from "./words.ts";

export const RULES: readonly Rule[] = [
  moduleDependencies,
  moduleTable,
  folderOrder,
  useCases,
  sizes,
  sharedQueues,
  opening,
  globals,
  owners,
  engineNames,
  sqlText,
  deadFiles,
  packagedFiles,
  pageCode,
  deadColumns,
  plainSchema,
  replayableSql,
  declaredTables,
  lastNumbers,
  methods,
  citations,
  changelog,
  words,
  untranslated,
];
