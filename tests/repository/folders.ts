/** The order of the folders in a module: a folder imports only itself and folders before it. */
import type { Finding, Rule } from "./rule.ts";
import { links, resolve } from "./syntax.ts";
import { isTest, sources } from "./tree.ts";

/** Module → its folders, from the lowest to the highest. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  "server/methods": ["rate-limits", "engine", "messages", "bot", "user", "assistant", "developer", "api-docs"],
};

export const folderOrder: Rule = {
  name: "folder order",
  why: "folders that import each other can only be read together",
  check(tree) {
    const found: Finding[] = [];
    for (const [module, order] of Object.entries(ORDER)) {
      const rankOf = (path: string) => order.indexOf(path.slice(module.length + 1).split("/", 1)[0]!);
      for (const [path, text] of sources(tree)) {
        if (!path.startsWith(`${module}/`) || isTest(path)) continue;
        const rank = rankOf(path);
        if (rank === -1) found.push({ path, line: 1, what: `is in no folder of ${module} that has a rank` });
        for (const { to, line } of links(path, text)) {
          const target = resolve(path, to);
          if (target?.startsWith(`${module}/`) && rankOf(target) > rank)
            found.push({ path, line, what: `${order[rank]} imports ${order[rankOf(target)]} (${to})` });
        }
      }
    }
    return found;
  },
};
