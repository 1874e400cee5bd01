/** Everything that is measured on a small store and on a large one, in this order. */
import type { Gauge } from "../gauge.ts";
import { calls } from "./calls.ts";
import { chatList } from "./chat-list.ts";
import { lists } from "./lists.ts";
import { log } from "./log.ts";
import { maintenance } from "./maintenance.ts";
import { reconnects } from "./reconnects.ts";
import { screens } from "./screens.ts";
import { search } from "./search.ts";
import { starts } from "./starts.ts";

export const GAUGES: readonly Gauge[] = [calls, chatList, lists, maintenance, screens, search, log, reconnects, starts];
