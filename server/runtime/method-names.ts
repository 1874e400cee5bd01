/** The methods of every API, and their declared names. */
import { ASSISTANT_METHODS } from "../methods/assistant/index.ts";
import { BOT_METHODS } from "../methods/bot/index.ts";
import { registry } from "../methods/engine/registry.ts";
import { USER_METHODS } from "../methods/user/index.ts";

export const BOT_REGISTRY = registry(BOT_METHODS);
export const USER_REGISTRY = registry(USER_METHODS);
export const ASSISTANT_REGISTRY = registry(ASSISTANT_METHODS);

const REGISTRIES = [BOT_REGISTRY, USER_REGISTRY, ASSISTANT_REGISTRY];

/** The declared name of a method of any API, however it is spelt. */
export function methodName(name: string): string | undefined {
  const key = name.toLowerCase();
  for (const methods of REGISTRIES) {
    const method = methods.get(key);
    if (method) return method.name;
  }
  return undefined;
}

/** Every declared name. */
export function methodNames(): ReadonlySet<string> {
  return new Set(REGISTRIES.flatMap((methods) => Array.from(methods.values(), ({ name }) => name)));
}
