/** The world that the developer's pages show, and calls of the developer API about it. */
import { createContext, use, useMemo } from "react";
import { callDeveloper } from "../../core/api/developer-api.ts";
import { MAIN_WORLD } from "../../core/model/chats/developer-search.ts";

/** The name of the world that is shown. */
export const WorldContext = createContext(MAIN_WORLD);

interface ShownWorld {
  readonly world: string;
  /** A call about this world. */
  readonly call: typeof callDeveloper;
  /** The key of a query about this world. */
  readonly key: (...parts: readonly unknown[]) => readonly unknown[];
}

export function useWorld(): ShownWorld {
  const world = use(WorldContext);
  return useMemo(
    () => ({
      world,
      call: (method, params, signal) => callDeveloper(method, { ...params, world }, signal),
      key: (...parts) => ["developer", world, ...parts],
    }),
    [world],
  );
}
