/** What the listener of a service dispatches to: one instance, or in developer mode the instances of many worlds. */
import { RefusalError } from "../domain/refusals.ts";
import { developerRoute, type DeveloperWorlds } from "../http/routes/developer-api.ts";
import type { WebSockets } from "../http/routes/web-sockets.ts";
import { firstResponse, nothingAt, type HttpOptions, type RouteHandler } from "../http/server.ts";
import { DEVELOPER_METHODS } from "../methods/developer/index.ts";
import type { Deps } from "../methods/engine/deps.ts";
import { refusalForPerson, type ApiResponse } from "../methods/engine/api-response.ts";
import { registry } from "../methods/engine/registry.ts";
import type { ServiceOptions } from "./components.ts";
import type { Readiness } from "../operations/readiness.ts";
import type { PasswordQueue } from "../app/accounts/password-queue.ts";
import { openInstance, type Instance, type InstanceHost } from "./instance.ts";
import { callerRoutes, consoleOf, fastPathOf, openRoutes, webClientOf } from "./routes.ts";
import { worldOfBot, worldOfPerson, worldOfRequest } from "./worlds/world-of-request.ts";
import { Worlds } from "./worlds/worlds.ts";

export interface Front {
  /** The present instance of the service itself. */
  readonly main: () => Instance;
  readonly worlds: Worlds | undefined;
  readonly routes: readonly RouteHandler[];
  readonly fastPath: HttpOptions["fastPath"];
  readonly upgrade: WebSockets["upgrade"];
  /** Ends everything but the main instance. */
  closeFurther(): Promise<void>;
}

interface FrontParts {
  readonly options: ServiceOptions;
  readonly host: InstanceHost;
  readonly passwords: PasswordQueue;
  readonly readiness: Readiness;
  /** Returns the address of the listener for requests from this machine. */
  readonly loopback: () => string;
}

/** @param opening - closes the instance. @throws ExitError */
export async function openSingle(parts: FrontParts, opening: AsyncDisposableStack): Promise<Front> {
  const { host, passwords, readiness } = parts;
  const instance = opening.adopt(await openInstance(parts.options, host, { passwords }), (each) => each.close());
  const { options, developerConsole } = instance.components;
  const client = webClientOf(options, () => (developerConsole.logs ? "console" : "none"));
  return {
    main: () => instance,
    worlds: undefined,
    routes: [...callerRoutes(instance), consoleOf(instance), ...openRoutes(instance, readiness), client],
    fastPath: fastPathOf(instance),
    upgrade: instance.sockets.upgrade,
    closeFurther: async () => {},
  };
}

/** @param opening - closes the main instance. @throws ExitError */
export async function openWorlds(
  { options, host, passwords, readiness, loopback }: FrontParts,
  opening: AsyncDisposableStack,
): Promise<Front> {
  const worlds: Worlds = new Worlds({
    options,
    passwords,
    open: (opened, world, keepsFiles) => openInstance(opened, { ...host, keepsFiles, worlds }, world),
    openRoutes: (instance) => openRoutes(instance, readiness),
    mainStarted: (instance) => instance.startAssistant(loopback()),
  });
  await worlds.open();
  const main = () => worlds.main.instance;
  opening.defer(() => main().close());
  const callers: RouteHandler = (request) =>
    worldOfRequest(worlds, request)?.serve(
      request.trace_id,
      async ({ routes }) => firstResponse(routes, request) ?? nothingAt(request.trace_id),
    );
  const developer = developerRoute(new RunOnWorlds(worlds), registry(DEVELOPER_METHODS));
  const open: RouteHandler = (request) => firstResponse(worlds.main.openRoutes, request);
  return {
    main,
    worlds,
    routes: [callers, developer, open, webClientOf(options, () => "all")],
    fastPath:
      fastPathOf(main()) &&
      ((call) => worldOfBot(worlds, call.request.line.url).serve(call.trace_id, ({ fastPath }) => fastPath!(call))),
    upgrade(req, socket, head) {
      socket.on("error", () => socket.destroy());
      void worldOfPerson(worlds, req)
        .whenReady()
        .then(({ sockets }) => sockets.upgrade(req, socket, head));
    },
    closeFurther: () => worlds.close(),
  };
}

/** Calls of the developer API. */
class RunOnWorlds implements DeveloperWorlds {
  readonly #worlds: Worlds;

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
  }

  get deps(): Deps {
    return this.#worlds.main.instance.deps;
  }

  async run(name: string | undefined, trace_id: string, work: (deps: Deps) => Promise<ApiResponse>) {
    try {
      return await this.#worlds.find(name).serve(trace_id, ({ instance }) => work(instance.deps));
    } catch (error) {
      if (error instanceof RefusalError) return refusalForPerson(404, error, trace_id);
      throw error;
    }
  }
}
