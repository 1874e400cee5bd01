/** Planted fault: a node notifies the others of nothing, and does not look by itself what it has missed. Loaded before the service. */
import { NodeBus } from "heliogram/cluster/bus/node-bus.ts";
import { StreamSweep } from "heliogram/cluster/bus/sweep.ts";

NodeBus.prototype.publish = () => {};
StreamSweep.prototype.start = () => {};
StreamSweep.prototype.sweepAll = () => {};
