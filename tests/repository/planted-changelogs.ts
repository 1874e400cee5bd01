/** Small bad trees for the rule of the changelog. */
import { changelog } from "./changelog.ts";
import type { Planted } from "./rule.ts";

const PACKAGE = { "server/package.json": '{ "version": "1.2.0" }' };

export const PLANTED_CHANGELOGS: readonly Planted[] = [
  {
    rule: changelog,
    about: "another version, a section without a date or a tag, and entries that came back",
    tree: {
      ...PACKAGE,
      "CHANGELOG.md": `# Changelog\n\n## Unreleased\n\n- One\n\n## 1.1.0 - 2026-01-01\n\nTag \`v1.0.0\`.\n\n### Bots\n- One\n### Bots\n\n## 1.0.0\n${"\n- Two".repeat(101)}`,
    },
    finds: [
      "CHANGELOG.md:7 the newest version is not 1.2.0",
      "CHANGELOG.md:7 names no tag",
      "CHANGELOG.md:12 is listed twice",
      "CHANGELOG.md:13 is listed twice",
      "CHANGELOG.md:15 “1.0.0” is no version with its date",
      "CHANGELOG.md:15 has 102 lines",
      ...Array.from({ length: 100 }, (_, i) => `CHANGELOG.md:${18 + i} is listed twice`),
    ],
  },
  {
    rule: changelog,
    about: "a changelog that begins with a version",
    tree: { ...PACKAGE, "CHANGELOG.md": "# Changelog\n\n## 1.2.0 - 2026-01-01\n\nTag `v1.2.0`.\n" },
    finds: ["CHANGELOG.md:3 does not begin with “Unreleased”", "CHANGELOG.md:1 the newest version is not 1.2.0"],
  },
  {
    rule: changelog,
    about: "a released version below what is not released",
    tree: {
      ...PACKAGE,
      "CHANGELOG.md":
        "# Changelog\n\n## Unreleased\n\n- New\n\n## 1.2.0 - 2026-01-01\n\nTag `v1.2.0`. The second.\n\n- Old\n",
    },
    finds: [],
  },
];
