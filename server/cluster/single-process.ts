/** The cluster of a process that has the store to itself: one node, which has every lease as long as it runs. */
import { ONLY_PROCESS } from "../store/lease.ts";
import type { Cluster, LeaseHolder } from "./cluster.ts";

const ID = "only";

export function singleProcess(): Cluster {
  const ends = new Set<() => Promise<void>>();
  const hold = (_name: string, holder: LeaseHolder) => {
    const end = async () => {
      if (ends.delete(end)) await holder.lost();
    };
    ends.add(end);
    holder.acquired(ONLY_PROCESS);
    return end;
  };
  return {
    node_id: ID,
    liveNodes: () => 1,
    nodes: () => [ID],
    onMembersChanged: () => {},
    onReleased: () => {},
    lookNow: () => {},
    leases: { hold },
    hasHeartbeat: () => Promise.resolve(true),
    leave: () => Promise.resolve(),
    close: async () => void (await Promise.all([...ends].map((end) => end()))),
  };
}
