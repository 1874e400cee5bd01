/** Everything the client takes from the browser it runs in, handed in once. */
import { systemClock, type Clock } from "./clock.ts";
import { newKey } from "./keys.ts";
import { browserNotices, type Notices } from "./notices.ts";
import { browserStore, type Store } from "./storage.ts";
import { browserSurroundings, type Surroundings } from "./surroundings.ts";
import { browserWorkers, type Workers } from "./worker.ts";

export interface Ports {
  readonly clock: Clock;
  readonly newKey: () => string;
  readonly storage: Store;
  readonly surroundings: Surroundings;
  readonly notices: Notices;
  readonly workers: Workers;
}

export function browserPorts(): Ports {
  return {
    clock: systemClock(),
    newKey,
    storage: browserStore(),
    surroundings: browserSurroundings(),
    notices: browserNotices(),
    workers: browserWorkers(),
  };
}
