/** Queues that many callers share: each is a row of the page that says whose turn it is. */
import type { Finding, Rule } from "./rule.ts";
import { isTest, lineAt, sources } from "./tree.ts";

const PAGE = "docs/architecture/queues.md";
/** What makes a queue out of a general class. A class that is a queue itself is a row by its own file. */
const MADE = /\bnew (?:ConcurrencyLimit|FairQueue|pg\.Pool)\b/g;

export const sharedQueues: Rule = {
  name: "shared queues",
  why: "one account fills a queue in the order of arrival, and everybody else waits behind it",
  check(tree) {
    const page = tree.get(PAGE) ?? "";
    return sources(tree)
      .filter(([path]) => path.startsWith("server/") && !isTest(path))
      .flatMap(([path, text]): Finding[] =>
        page.includes(`(../../${path})`)
          ? []
          : Array.from(text.matchAll(MADE), ({ 0: made, index }) => ({
              path,
              line: lineAt(text, index),
              what: `${made} is not in the table of ${PAGE}`,
            })),
      );
  },
};
