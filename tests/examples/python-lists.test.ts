/** The lists of the kit for Python, which cannot import those of the service, are equal to them. */
import { readFileSync } from "node:fs";
import { FILE_FIELDS } from "@heliogram/shared/file-fields.ts";
import { NO_UPDATE_REASONS } from "@heliogram/shared/updates.ts";
import { expect, test } from "vitest";

const SOURCE = readFileSync(new URL("../../testkit-python/heliogram_testkit/transcript.py", import.meta.url), "utf8");

/** The value of a name, whose text is also JSON but for its brackets and its last comma. */
function valueOf(name: string): unknown {
  const text = new RegExp(`^${name} = (\\(.*?\\)|\\{.*?^\\})$`, "ms").exec(SOURCE)?.[1] ?? "";
  const json = text
    .replace(/^\(/, "[")
    .replace(/\)$/, "]")
    .replace(/,\s*([\]}])$/, "$1");
  return JSON.parse(json);
}

test("the kinds of files", () => {
  expect(valueOf("FILES")).toEqual(FILE_FIELDS);
});

test("the reasons why there is no update", () => {
  expect(valueOf("NO_UPDATE_REASONS")).toEqual(NO_UPDATE_REASONS);
});
