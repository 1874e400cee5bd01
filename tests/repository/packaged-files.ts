/** Files beside the code that the server reads or runs, which the package must have at a known place. */
import { fileUrlsIn } from "../../tools/release/places.ts";
import type { Finding, Rule } from "./rule.ts";
import { isTest, lineAt, sources } from "./tree.ts";

const SERVER = /^(server|shared)\//;

export const packagedFiles: Rule = {
  name: "packaged files",
  why: "a file that the package does not have is missed where it is installed",
  check(tree) {
    return sources(tree).flatMap(([path, text]): Finding[] => {
      if (!SERVER.test(path) || isTest(path)) return [];
      try {
        fileUrlsIn(path, text);
        return [];
      } catch (error) {
        return [{ path, line: lineAt(text, text.indexOf("import.meta")), what: (error as Error).message }];
      }
    });
  },
};
