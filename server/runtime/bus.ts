/** Joins this node to the others: what the bus carries, and the sweep that finds what the bus has lost. */
import type { Bus, BusTransport, Peers } from "../cluster/bus/bus.ts";
import { NodeBus } from "../cluster/bus/node-bus.ts";
import { StreamSweep } from "../cluster/bus/sweep.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { ChatActions } from "../live/chat-actions.ts";
import type { StreamedDrafts } from "../live/drafts/streamed-drafts.ts";
import type { LongPolls } from "../live/polling/long-polls.ts";
import type { PollTurns } from "../live/polling/poll-turns.ts";
import type { StreamNotifier } from "../live/stream-notifier.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Clock } from "../ports/clock.ts";
import type { ForeignTraces } from "./traces.ts";
import type { Db } from "../store/db.ts";
import { SERVICE_STREAM } from "../store/queries/streams/service-stream.ts";

export interface BusParts {
  readonly peers: Peers & Pick<Cluster, "onReleased" | "lookNow">;
  readonly db: Db;
  readonly notifier: StreamNotifier;
  readonly chatActions: ChatActions;
  readonly drafts: StreamedDrafts;
  readonly polls: LongPolls;
  readonly pollTurns: PollTurns;
  readonly foreignTraces: ForeignTraces;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The bus of a service, and the end of it. */
export interface JoinedBus {
  readonly publish: Bus["publish"];
  close(): Promise<void>;
}

/** The bus of a process that has its store to itself. */
const NO_BUS: JoinedBus = { publish: () => {}, close: async () => {} };

/** Joins the other nodes; without a transport there are none. `carry`: what a test puts between bus and transport. */
export function joinBus(
  transport: BusTransport | undefined,
  parts: BusParts,
  carry: (transport: BusTransport) => BusTransport = (same) => same,
): JoinedBus {
  if (!transport) return NO_BUS;
  const { peers, db, notifier, chatActions, drafts, polls, pollTurns, foreignTraces, clock, onError } = parts;
  const bus = new NodeBus({ transport: carry(transport), peers, clock });
  bus.subscribe((message) => {
    if (message.kind === "streams") notifier.notify(message.ids);
    else if (message.kind === "action") chatActions.receive(message);
    else if (message.kind === "draft") drafts.receive(message.change);
    else if (message.kind === "poll") pollTurns.hear(message);
    else if (message.kind === "trace") foreignTraces.hear(message);
    else if (message.kind === "leases") peers.lookNow();
    else polls.release(message.bot_id);
  });
  notifier.relayTo((ids) => bus.publish({ kind: "streams", ids }));
  chatActions.relayTo((action) => bus.publish({ kind: "action", ...action }));
  drafts.relayTo((change) => bus.publish({ kind: "draft", change }));
  const node = peers.node_id;
  pollTurns.relayTo((bot_id, number) => bus.publish({ kind: "poll", bot_id, number, node }));
  peers.onReleased(() => bus.publish({ kind: "leases" }));
  const isAlone = () => peers.liveNodes() <= 1;
  const sweep = new StreamSweep({ db, clock, streams: notifier, always: SERVICE_STREAM, isAlone, onError });
  const catchUp = () => {
    sweep.sweepAll();
    pollTurns.announceAll();
  };
  bus.onGap(() => {
    catchUp();
    peers.lookNow();
  });
  peers.onMembersChanged(catchUp);
  sweep.start();
  count(parts.metrics, bus, sweep);
  const close = () => {
    sweep.stop();
    return bus.close();
  };
  return { publish: (message) => bus.publish(message), close };
}

function count(metrics: Metrics, { counts }: NodeBus, sweep: StreamSweep): void {
  metrics.read("heliogram_bus_sent_total", () => counts.sent);
  metrics.read("heliogram_bus_received_total", () => counts.received);
  metrics.read("heliogram_bus_gaps_total", () => counts.gaps);
  metrics.read("heliogram_sweep_finds_total", () => sweep.finds);
}
