/** Typed calls of the developer API. Outside developer mode only those that read answer, and owners alone (the developer console). */
import type { FaultEffect } from "@heliogram/shared/faults.ts";
import type {
  CallFile,
  ClockState,
  Fault,
  FetchedPreview,
  Finding,
  MadeWorld,
  RecordedCall,
  RecordedUpdate,
  Snapshot,
  User,
  WebhookAttempt,
  WebhookState,
  WorldState,
} from "@heliogram/shared/wire.ts";
import { readResponse } from "./api.ts";
import { portableJson } from "./portable.ts";
import { NetworkError } from "./errors.ts";

/** An account or a chat: its id or its user name. */
export type Reference = number | string;

/** The world of a call; the main one by default. */
interface OfWorld {
  readonly world?: string | undefined;
}

/** A page of a list that waits for news. */
export interface LogPage {
  /** Only what has changed after this revision; without it, the newest entries. */
  readonly after?: number | undefined;
  /** The log that the revision is of. Another one begins with its newest entries. */
  readonly log?: string | undefined;
  readonly limit?: number;
  /** Seconds to wait if there is nothing. */
  readonly timeout?: number;
  readonly with_bodies?: boolean;
}

export interface CallFilter extends OfWorld {
  readonly api?: RecordedCall["api"] | undefined;
  readonly bot?: Reference | undefined;
  readonly method?: string | undefined;
  readonly code?: number | undefined;
  readonly console?: boolean | undefined;
  readonly people?: boolean | undefined;
  readonly assistant?: boolean | undefined;
  readonly chat?: Reference | undefined;
  /** The other side, if `chat` is a bot or person. */
  readonly person?: number | undefined;
  readonly message_id?: number | undefined;
  readonly trace?: string | undefined;
}

export interface UpdateFilter extends OfWorld {
  readonly bot?: Reference | undefined;
  readonly chat?: Reference | undefined;
  readonly message_id?: number | undefined;
  readonly state?: "not_made" | undefined;
  readonly trace?: string | undefined;
}

export interface AttemptFilter extends OfWorld {
  readonly bot?: Reference | undefined;
  readonly update_id?: number | undefined;
}

/** The parameters of a new fault rule. */
export interface FaultInjection {
  readonly effect: FaultEffect;
  readonly when?: "after" | undefined;
  readonly bot?: Reference | undefined;
  readonly method?: string | undefined;
  readonly chat?: Reference | undefined;
  readonly text?: string | undefined;
  readonly nth?: number | undefined;
  readonly probability?: number | undefined;
  readonly count?: number | undefined;
  readonly error_code?: number | undefined;
  readonly retry_after?: number | undefined;
  readonly delay_ms?: number | undefined;
}

interface Revision {
  /** The revision after which the next page begins. */
  readonly revision: number;
  /** The log that the ids and the revision are of. */
  readonly log: string;
}

type NoParams = Record<never, never>;

interface DeveloperApi {
  readonly listWorlds: { params: NoParams; result: { readonly worlds: readonly WorldState[] } };
  readonly newWorld: { params: { readonly name?: string }; result: MadeWorld };
  readonly forkWorld: { params: { readonly snapshot?: string; readonly name?: string }; result: MadeWorld };
  readonly resetWorld: { params: NoParams; result: true };
  readonly dropWorld: { params: NoParams; result: true };
  readonly listSnapshots: { params: NoParams; result: { readonly snapshots: readonly Snapshot[] } };
  readonly saveSnapshot: { params: { readonly snapshot: string }; result: Snapshot };
  readonly restoreSnapshot: { params: { readonly snapshot: string }; result: true };
  readonly listCalls: {
    params: CallFilter & LogPage;
    result: Revision & { readonly calls: readonly RecordedCall[] };
  };
  readonly getCall: { params: { readonly id: number; readonly log?: string }; result: RecordedCall };
  readonly listCallFiles: { params: { readonly id: number }; result: { readonly files: readonly CallFile[] } };
  readonly repeatCall: { params: { readonly id: number }; result: RecordedCall };
  readonly listUpdates: {
    params: UpdateFilter & LogPage;
    result: Revision & { readonly updates: readonly RecordedUpdate[] };
  };
  readonly listFindings: {
    params: { readonly bot?: Reference | undefined };
    result: { readonly findings: readonly Finding[] };
  };
  readonly listWebhookAttempts: {
    params: AttemptFilter & LogPage;
    result: Revision & { readonly attempts: readonly WebhookAttempt[] };
  };
  readonly listLinkPreviews: {
    params: OfWorld & LogPage;
    result: Revision & { readonly previews: readonly FetchedPreview[] };
  };
  readonly listWebhooks: { params: NoParams; result: { readonly webhooks: readonly WebhookState[] } };
  readonly pauseWebhook: { params: { readonly bot: Reference }; result: true };
  readonly resumeWebhook: { params: { readonly bot: Reference }; result: true };
  readonly retryWebhook: { params: { readonly bot: Reference }; result: true };
  readonly redeliver: { params: { readonly attempt: number }; result: { readonly attempt: WebhookAttempt } };
  readonly addFault: { params: FaultInjection; result: { readonly fault: Fault } };
  readonly listFaults: { params: NoParams; result: { readonly faults: readonly Fault[] } };
  readonly removeFault: { params: { readonly id: number }; result: true };
  readonly removeAllFaults: { params: NoParams; result: unknown };
  readonly getRecording: { params: NoParams; result: { readonly bodies: boolean; readonly read_only?: true } };
  readonly setRecording: { params: { readonly bodies: boolean }; result: true };
  readonly getClock: { params: NoParams; result: ClockState };
  readonly freezeClock: { params: NoParams; result: ClockState };
  readonly resumeClock: { params: NoParams; result: ClockState };
  readonly advanceClock: { params: { readonly seconds: number }; result: ClockState };
  readonly runToNextTimer: { params: NoParams; result: ClockState };
  readonly listBots: { params: { readonly assistant?: boolean }; result: { readonly bots: readonly User[] } };
  readonly listPeople: {
    params: { readonly query?: string; readonly after?: number; readonly limit?: number };
    result: { readonly people: readonly User[] };
  };
  /** The browser gets the session as a cookie. */
  readonly openSession: { params: { readonly person: Reference }; result: { readonly user: User } };
}

/** @throws ApiError, NetworkError, or the reason of the signal */
export async function callDeveloper<M extends keyof DeveloperApi>(
  method: M,
  params: DeveloperApi[M]["params"] & OfWorld,
  signal?: AbortSignal,
): Promise<DeveloperApi[M]["result"]> {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: portableJson(params), ...(signal ? { signal } : {}) };
  let raw;
  try {
    const response = await fetch(`/developer/${method}`, request);
    raw = { status: response.status, text: await response.text(), retry_after: response.headers.get("Retry-After") };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError("the service cannot be reached");
  }
  return readResponse(raw) as never;
}
