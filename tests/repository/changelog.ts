/** The changelog: one section for each version, of one page, and the newest of them that of the packages. */
import type { Finding, Rule } from "./rule.ts";

const PATH = "CHANGELOG.md";
const PACKAGE = "server/package.json";
const HEADING = /^## (.+)$/;
const VERSION = /^(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/;
/** Lines of a section. */
const MAX_SECTION_LINES = 100;

interface Section {
  readonly title: string;
  readonly line: number;
  readonly lines: string[];
}

export const changelog: Rule = {
  name: "changelog",
  why: "what is listed twice or without end is read by nobody, and a merge of two branches may bring back what was removed",
  check(tree) {
    const text = tree.get(PATH);
    if (text === undefined) return [];
    const sections = sectionsOf(text);
    const found: Finding[] = [];
    const report = (line: number, what: string) => found.push({ path: PATH, line, what });
    const [first, newest] = sections;
    if (first?.title !== "Unreleased") report(first?.line ?? 1, "does not begin with “Unreleased”");
    const { version } = JSON.parse(tree.get(PACKAGE) ?? "{}") as { version?: string };
    const known = newest && VERSION.exec(newest.title)?.[1];
    if (known !== version) report(newest?.line ?? 1, `the newest version is not ${version}, that of ${PACKAGE}`);
    const entries = new Set<string>();
    for (const { title, line, lines } of sections) {
      const own = VERSION.exec(title)?.[1];
      if (own === undefined && title !== "Unreleased") report(line, `“${title}” is no version with its date`);
      if (own !== undefined && !lines.some((each) => each.startsWith(`Tag \`v${own}\`.`))) report(line, "names no tag");
      if (lines.length > MAX_SECTION_LINES)
        report(line, `has ${lines.length} lines, more than ${MAX_SECTION_LINES}: leave what this version says already`);
      for (const [i, entry] of lines.entries()) {
        if (!/^(?:- |###)/.test(entry)) continue;
        const key = entry.startsWith("#") ? `${title} ${entry}` : entry;
        if (entries.has(key)) report(line + 1 + i, "is listed twice");
        entries.add(key);
      }
    }
    return found;
  },
};

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, line: i + 1, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}
