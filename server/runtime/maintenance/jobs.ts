/** Maintenance jobs: every ten minutes, deletes what has expired or is unused, and queues the digests that are due. */
import type { Leases } from "../../cluster/cluster.ts";
import type { MediaStore } from "../../media/media.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RetentionClock } from "../../ports/retention-clock.ts";
import { deleteQueriesBefore, QUERY_LIFE_S } from "../../store/queries/bots/callback-queries.ts";
import { clearDeletedTopics } from "../../app/topics/delete-topic.ts";
import { forgetAudit } from "../../store/queries/service/audit.ts";
import { endUnprotectedSessions } from "../../app/accounts/second-factor-rule.ts";
import { deleteExpiredDeviceCodes } from "../../store/queries/accounts/device-codes.ts";
import { deleteExpiredSessions } from "../../store/queries/accounts/people.ts";
import type { Db } from "../../store/db.ts";
import { fenced, ONLY_PROCESS, type Lease } from "../../store/lease.ts";
import { chatsToClear, clearChat } from "../../store/queries/chats/deleted-chats.ts";
import { deleteIdempotencyKeysBefore, IDEMPOTENCY_KEY_LIFE_S } from "../../store/queries/messages/idempotency-keys.ts";
import { deleteEndedSubscriptions } from "../../store/queries/accounts/push-subscriptions.ts";
import { deleteExpiredInvitationAddresses } from "../../store/queries/accounts/invitation-addresses.ts";
import { deleteMailedResetsBefore } from "../../store/queries/accounts/mailed-resets.ts";
import { deleteMailsBefore } from "../../store/queries/mail/outgoing-mail.ts";
import { deleteExpiredPages } from "../../store/queries/messages/web-pages.ts";
import { removeUnusedBlobs, removeReleased, sweepUnreferenced } from "./unused-files.ts";
import { inBatches } from "./batches.ts";
import { saveRetention } from "../retention.ts";
import { deleteExpiredProviderSessions, deleteUsedTokens } from "../../store/queries/accounts/provider-sessions.ts";
import { trimStreams } from "./streams.ts";
import { queueDueDigests } from "../../app/mail/mail-digests.ts";
import type { AppContext } from "../../app/app-context.ts";
import { finishErasures } from "../../app/erasure/finish-erasures.ts";
import { expireMessages } from "../../app/retention/expire-messages.ts";
import type { UpdateLife } from "../../live/update-life.ts";
import type { DeleteOldest } from "../../store/queries/service/oldest-rows.ts";
import { findServiceRetention } from "../../store/queries/retention/rules.ts";

const EVERY_MS = 10 * 60_000;
/** After a round in which a job failed. */
const RETRY_MS = 60_000;
/** Rows of one transaction, so that it stays short. */
const ROWS_PER_TRANSACTION = 500;
/** Mails that are done are kept for as long as the limit counts them. */
const MAIL_KEPT_S = 3600;
/** Messages and events of a deleted chat in one transaction. Each is in several indexes. */
const CHAT_PAGE = 200;
const DAY_S = 86_400;

export interface MaintenanceSettings {
  /** Days that entries of the audit log are kept, unless owners of the service have set others. */
  readonly audit_days: number;
  /** Days that files are kept after the last message or photo that refers to them is gone. */
  readonly deleted_files_days: number;
}

interface MaintenanceDeps {
  readonly settings: MaintenanceSettings;
  readonly db: Db;
  readonly leases: Leases;
  readonly media: MediaStore;
  readonly clock: Clock;
  /** Decides what has expired; the clock alone may have been set forward by mistake. */
  readonly retention: RetentionClock;
  readonly app: AppContext;
  readonly updateLife: UpdateLife;
  /** Called with the number of messages that a round has deleted, if there were any. */
  readonly onExpired: (messages: number) => void;
  /** Whether files stay that nothing refers to any more, because a saved state may. */
  readonly keepsFiles?: (() => boolean) | undefined;
  readonly onError: (error: unknown) => void;
  /** Called when a round has ended and the next one has its timer. */
  readonly onRound?: () => void;
}

/** What this node does while it has the lease. */
interface Leased {
  readonly lease: Lease;
  readonly lost: AbortController;
}

/**
 * Every node removes its own temporary files. All other jobs are done by the node that has the lease.
 * @returns a function that stops the jobs; it resolves when none is running and the retention clock is saved
 */
export function startMaintenance(deps: MaintenanceDeps): () => Promise<void> {
  const stop = new AbortController();
  let cancel = () => {};
  let running = Promise.resolve();
  let leased: Leased | undefined;
  const release = deps.leases.hold("maintenance", {
    acquired: (lease) => (leased = { lease, lost: new AbortController() }),
    lost: () => {
      leased?.lost.abort();
      leased = undefined;
      return running;
    },
  });
  const later = (delay_ms: number) => {
    if (!stop.signal.aborted) cancel = deps.clock.after(delay_ms, () => void (running = round()));
  };
  const round = async () => {
    const jobs = [() => deps.media.blobs.removeOldTemporary()];
    let allSucceeded = await runJobs(jobs, deps, stop.signal);
    if (leased) {
      const { lease, lost } = leased;
      const signal = AbortSignal.any([stop.signal, lost.signal]);
      const fencedDeps = { ...deps, db: fenced(deps.db, lease) };
      allSucceeded = (await runJobs(leasedJobs(fencedDeps, signal), deps, signal, lease)) && allSucceeded;
    }
    later(allSucceeded ? EVERY_MS : RETRY_MS);
    deps.onRound?.();
  };
  later(EVERY_MS);
  return async () => {
    stop.abort();
    cancel();
    await running;
    if (leased) await saveRetention(fenced(deps.db, leased.lease), deps.retention).catch(deps.onError);
    await release();
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}

/** Runs every job, also after one has failed, while the lease is valid. @returns whether all succeeded */
async function runJobs(
  jobs: readonly (() => Promise<unknown>)[],
  { onError }: Pick<MaintenanceDeps, "onError">,
  signal: AbortSignal,
  lease: Lease = ONLY_PROCESS,
): Promise<boolean> {
  let allSucceeded = true;
  for (const job of jobs) {
    if (!lease.isValid()) await Promise.race([lease.whenValid(), aborted(signal)]);
    if (signal.aborted || !lease.isValid()) return allSucceeded;
    try {
      await job();
    } catch (error) {
      onError(error);
      allSucceeded = false;
    }
  }
  return allSucceeded;
}

function leasedJobs(deps: MaintenanceDeps, signal: AbortSignal): (() => Promise<unknown>)[] {
  const { db, media, retention, settings } = deps;
  const now_ms = retention.now();
  const now_s = Math.floor(now_ms / 1000);
  const inPages = (deleteOldest: DeleteOldest, before_s: number) => () =>
    inBatches(signal, () => db.write((tx) => deleteOldest(tx, before_s, ROWS_PER_TRANSACTION)));
  return [
    () => saveRetention(db, retention),
    () => trimStreams(db, deps.updateLife.seconds, now_s, signal),
    async () => {
      const deleted = await expireMessages(db, now_s, signal);
      if (deleted > 0) deps.onExpired(deleted);
    },
    inPages(deleteIdempotencyKeysBefore, now_s - IDEMPOTENCY_KEY_LIFE_S),
    inPages(deleteQueriesBefore, now_s - QUERY_LIFE_S),
    inPages(deleteExpiredSessions, now_s),
    () => endUnprotectedSessions(db, now_s, signal),
    inPages(deleteExpiredDeviceCodes, now_s),
    inPages(deleteMailsBefore, now_s - MAIL_KEPT_S),
    inPages(deleteMailedResetsBefore, now_s - DAY_S),
    inPages(deleteExpiredInvitationAddresses, now_s),
    inPages(deleteExpiredPages, now_s),
    inPages(deleteUsedTokens, now_s),
    inPages(deleteExpiredProviderSessions, now_s),
    async () => {
      let last_id: number | undefined = 0;
      await inBatches(signal, async () => {
        last_id = await db.write((tx) => deleteEndedSubscriptions(tx, now_s, last_id ?? 0, ROWS_PER_TRANSACTION));
        return last_id !== undefined;
      });
    },
    async () => {
      const { audit_days = settings.audit_days } = await db.read(findServiceRetention);
      await inPages(forgetAudit, now_s - audit_days * DAY_S)();
    },
    async () => {
      for (const id of await db.read(chatsToClear))
        await inBatches(signal, () => db.write((tx) => clearChat(tx, id, CHAT_PAGE)));
    },
    () =>
      deps.app.sends_mail
        ? inBatches(signal, () => queueDueDigests(db, Math.floor(deps.clock.now() / 1000)))
        : Promise.resolve(),
    () => finishErasures(db, deps.app, Math.floor(deps.clock.now() / 1000), signal),
    () => clearDeletedTopics(db, Infinity, signal),
    () => media.blobs.removeAbandoned(signal),
    () => removeReleased(db, now_s, settings.deleted_files_days, signal),
    ...(deps.keepsFiles?.() === true
      ? []
      : [() => removeUnusedBlobs(db, media.blobs, now_ms, signal), () => sweepUnreferenced(db, media.blobs, now_s)]),
  ];
}
