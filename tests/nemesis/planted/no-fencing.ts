/**
 * Planted fault: a lease is taken for valid until somebody says otherwise. No transaction checks it, and no node notices by
 * its clock or its heartbeat that another one may have it. Loaded before the service.
 */
import { HeldLease } from "heliogram/cluster/leases/held-lease.ts";
import { LeaseKeeper } from "heliogram/cluster/leases/lease-keeper.ts";

HeldLease.prototype.isValid = () => true;
HeldLease.prototype.require = () => Promise.resolve();
LeaseKeeper.prototype.loseAll = () => {};
