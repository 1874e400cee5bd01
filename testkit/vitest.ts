/** Adds the expectations to vitest's `expect`: import it in a test or name it in `setupFiles`. */
import { expect } from "vitest";
import { matchers, type BotMatchers } from "./expectations/matchers.ts";

declare module "vitest" {
  interface Matchers<R extends void | Promise<void>, T> extends BotMatchers {}
}

expect.extend(matchers);
