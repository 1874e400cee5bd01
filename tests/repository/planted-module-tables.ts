/** Module tables that differ from the modules: they prove that the check of the table can fail. */
import { MODULES } from "./modules.ts";
import { moduleTable } from "./module-table.ts";
import type { Planted } from "./rule.ts";

/** Rows for the modules that a planted table is not about. */
const OTHERS = [
  "shared",
  "shared/wire",
  "server/domain",
  "server/ports",
  "server/cluster",
  "server/store",
  "server/activity",
];
const REST = Object.keys(MODULES).filter((name) => !OTHERS.includes(name));

/** A tree with a file in each module and a table of these rows, the first of which is line 3. */
function treeWith(rows: readonly string[]): Record<string, string> {
  const files = Object.keys(MODULES).map((name) => [name.includes(".") ? name : `${name}/a.ts`, ""]);
  const rest = `| ${REST.map((name) => `\`${name}\``).join(", ")} | | everything |`;
  const table = ["| Module | Content | May import |", "| --- | --- | --- |", ...rows, rest, "", "| `attic` | | |"];
  return { ...Object.fromEntries(files), "ARCHITECTURE.md": table.join("\n") };
}

const GOOD = [
  "| `shared` | | types of shared/wire |",
  "| `shared/wire` | schemas | shared |",
  "| `server/domain`, `server/ports` | pure | shared |",
  "| `server/store` | all SQL | shared, domain |",
  "| `server/cluster` | nodes | domain, store; types of ports |",
  "| `server/activity` | calls | types of shared, store, app |",
];

export const PLANTED_MODULE_TABLES: readonly Planted[] = [
  { rule: moduleTable, about: "a table that agrees", tree: treeWith(GOOD), finds: [] },
  {
    rule: moduleTable,
    about: "an import that is left out, and one that only types may have",
    tree: treeWith([
      ...GOOD.slice(0, 3),
      "| `server/store` | | nothing |",
      "| `server/cluster` | | domain, store, ports |",
      GOOD[5]!,
    ]),
    finds: [
      "ARCHITECTURE.md:6 server/store may import: shared, domain",
      "ARCHITECTURE.md:7 server/cluster may import: domain, store; types of ports",
    ],
  },
  {
    rule: moduleTable,
    about: "a module without a row, one with two, and a row for a folder that is gone",
    tree: treeWith([...GOOD.slice(0, 5), GOOD[3]!, "| `server/attic` | | nothing |"]),
    finds: [
      "ARCHITECTURE.md:9 has a row for server/attic",
      "ARCHITECTURE.md:1 has 0 rows for server/activity",
      "ARCHITECTURE.md:1 has 2 rows for server/store",
    ],
  },
];
