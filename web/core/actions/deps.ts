/** The dependencies of all actions. */
import type { Api } from "../api/api.ts";
import type { Ports } from "../ports/ports.ts";
import type { Store } from "../store/state.ts";

export interface ActionDeps extends Ports {
  readonly api: Api;
  readonly store: Store;
}
