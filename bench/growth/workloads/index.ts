/** All workloads, in the order in which they run. */
import type { Workload } from "../workload.ts";
import { calls } from "./calls.ts";
import { chatList } from "./chat-list.ts";
import { lists } from "./lists.ts";
import { wal } from "./wal.ts";
import { maintenance } from "./maintenance.ts";
import { reconnects } from "./reconnects.ts";
import { screens } from "./screens.ts";
import { search } from "./search.ts";
import { starts } from "./starts.ts";

export const WORKLOADS: readonly Workload[] = [
  calls,
  chatList,
  lists,
  maintenance,
  screens,
  search,
  wal,
  reconnects,
  starts,
];
