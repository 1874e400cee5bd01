/** Adds the expectations to jest's `expect`: import it in a test or name it in `setupFilesAfterEnv`. */
import { matchers } from "./expectations/matchers.ts";

export type { JestExpectations } from "./jest-types.d.ts";

const { expect } = globalThis as { readonly expect?: { extend(all: object): void } };
if (!expect) throw new Error("jest's expect is not global here: call expect.extend(matchers) with @heliogram/testkit");
expect.extend(matchers);
