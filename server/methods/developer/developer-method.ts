/** Declares methods of the developer API: those that run on a world, those of the console, and those about worlds. */
import { MAX_WORLD_NAME } from "@heliogram/shared/limits.ts";
import { MAIN_WORLD } from "@heliogram/shared/developer.ts";
import type { Schema as WireSchema } from "@heliogram/shared/wire/schema.ts";
import type { DeveloperLogs } from "../../developer/developer-logs.ts";
import type { Developer } from "../../developer/developer.ts";
import type { WebhookControl } from "../../developer/webhooks/webhook-control.ts";
import { refuse, type Refusal } from "../../domain/refusals.ts";
import { described, optional, text, type Fields, type Params } from "../engine/fields.ts";
import {
  declared,
  type AnyDeclaration,
  type CallBase,
  type Effect,
  type Method,
  type Result,
  type ScopeAccess,
  type TxOf,
} from "../engine/method.ts";
import type { WorldsPort } from "../engine/worlds-port.ts";

const DEVELOPER: ScopeAccess<"developer"> = { scope: "developer" };

/** What a method of developer mode is called with, besides what every call has. */
type DeveloperCall<E extends Effect, R extends Refusal> = CallBase<R> & TxOf<E> & { readonly developer: Developer };

interface DeveloperDeclaration<
  E extends Effect,
  N extends string,
  F extends Fields,
  R extends Refusal,
  S,
  T,
> extends Omit<AnyDeclaration, "access" | "result" | "run" | "precheck" | "prepare" | "after" | "files"> {
  readonly name: N;
  readonly effect: E;
  readonly fields: F;
  /** `true` where it is left out. */
  readonly result?: WireSchema<S>;
  readonly refusals?: readonly R[];
  readonly run: (call: DeveloperCall<E, R>, params: Params<F>) => Promise<T>;
}

/** The parameter of every method that runs on a world. */
const ON_WORLD = described(optional(text({ max: MAX_WORLD_NAME })), "The world; the main one by default.");

/** Declares a method of the developer API, which runs on a world. */
export function developerMethod<
  const E extends Effect,
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
  S = unknown,
  T extends Result<S> = Result<S>,
>({ run, fields, refusals = [], ...rest }: DeveloperDeclaration<E, N, F, R, S, T>): Method {
  return declared({
    ...rest,
    fields: { ...fields, world: ON_WORLD },
    refusals: [...refusals, "WORLD_NOT_FOUND"],
    access: DEVELOPER,
    run: (call, params) => {
      const { developer } = call.deps;
      if (!developer) throw new Error("the service does not run in developer mode");
      return run(Object.assign({ developer }, call) as unknown as DeveloperCall<E, R>, params as Params<F>);
    },
  });
}

/** What a method of the developer console is called with. */
type ConsoleCall<E extends Effect, R extends Refusal> = CallBase<R> &
  TxOf<E> & {
    readonly logs: DeveloperLogs;
    /** Of developer mode alone. */
    readonly webhooks: WebhookControl | undefined;
  };

interface ConsoleDeclaration<
  E extends Effect,
  N extends string,
  F extends Fields,
  R extends Refusal,
  S,
  T,
> extends Omit<DeveloperDeclaration<E, N, F, R, S, T>, "effect" | "run"> {
  readonly effect: E & ("read" | "wait");
  readonly run: (call: ConsoleCall<E, R>, params: Params<F>) => Promise<T>;
}

/** Declares a method of the developer API that only reads what is recorded. */
export function consoleMethod<
  const E extends Effect,
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
  S = unknown,
  T extends Result<S> = Result<S>,
>({ run, fields, refusals = [], ...rest }: ConsoleDeclaration<E, N, F, R, S, T>): Method {
  return declared({
    ...rest,
    fields: { ...fields, world: ON_WORLD },
    refusals: [...refusals, "WORLD_NOT_FOUND", "OWNER_RIGHTS_NEEDED", "CONSOLE_OFF"],
    access: DEVELOPER,
    isOfConsole: true,
    run: (call, params) => {
      const { developer, developerConsole } = call.deps;
      const { logs } = developerConsole;
      // This node may not have followed yet that the console was enabled.
      if (!logs) return refuse("CONSOLE_OFF");
      const { world = MAIN_WORLD } = params as { readonly world?: string };
      if (!developer && world !== MAIN_WORLD) return refuse("WORLD_NOT_FOUND");
      const withLogs = Object.assign({ logs, webhooks: developer?.webhooks }, call);
      return run(withLogs as unknown as ConsoleCall<E, R>, params as Params<F>);
    },
  });
}

/** What a method about worlds is called with. */
type WorldsCall<R extends Refusal> = CallBase<R> & { readonly worlds: WorldsPort };

interface WorldsDeclaration<N extends string, F extends Fields, R extends Refusal, S, T> extends Omit<
  DeveloperDeclaration<"wait", N, F, R, S, T>,
  "effect" | "run"
> {
  readonly run: (call: WorldsCall<R>, params: Params<F>) => Promise<T>;
}

/** Declares a method of the developer API about the worlds of the process. */
export function worldsMethod<
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
  S = unknown,
  T extends Result<S> = Result<S>,
>({ run, ...rest }: WorldsDeclaration<N, F, R, S, T>): Method {
  return declared({
    ...rest,
    effect: "wait",
    isAboutWorlds: true,
    access: DEVELOPER,
    run: (call, params) => {
      const { worlds } = call.deps;
      if (!worlds) throw new Error("the service does not run in developer mode");
      return run(Object.assign({ worlds }, call) as unknown as WorldsCall<R>, params as Params<F>);
    },
  });
}
