/** The expectations as types of jest: of `@jest/globals`, and of the globals of `@types/jest`. */
import type { BotMatchers } from "./expectations/matchers.ts";

declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends BotMatchers {}
}

export type JestExpectations = BotMatchers;

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends BotMatchers {}
  }
}
