/** The routes of an instance. */
import { ArchiveTurns } from "../http/archive-turns.ts";
import { archiveRoute, type Archives } from "../http/routes/archive-downloads.ts";
import { writeIsoTime } from "./iso-time.ts";
import { accountableId } from "../domain/accounts.ts";
import { botApiFastPath, botApiRoute } from "../http/routes/bot-api.ts";
import { consoleRoute } from "../http/routes/console-api.ts";
import { ownVersion } from "./version.ts";
import { documentsRoute } from "../http/routes/documents.ts";
import { fileRoute } from "../http/routes/file-downloads.ts";
import { missingTokenRoute } from "../http/routes/missing-token.ts";
import { operationsRoute, type OperatedService } from "../http/routes/operations.ts";
import { providerRoute } from "../http/provider-sign-in/provider-route.ts";
import { unsubscribeRoute } from "../http/routes/unsubscribe.ts";
import { userApiRoute } from "../http/routes/user-api.ts";
import { webClientRoute, type DeveloperPages } from "../http/routes/web-client.ts";
import type { HttpOptions, RouteHandler } from "../http/server.ts";
import { BOT_METHODS } from "../methods/bot/index.ts";
import { unsupportedMethod } from "../methods/engine/unsupported-methods.ts";
import { DEVELOPER_METHODS } from "../methods/developer/index.ts";
import { registry } from "../methods/engine/registry.ts";
import type { Readiness } from "../operations/readiness.ts";
import type { ServiceOptions } from "./components.ts";
import type { Instance } from "./instance.ts";
import { readWebClient } from "./web-client.ts";

/** What bots and people call. */
export function callerRoutes({ components, bots, people, photos }: Instance): readonly RouteHandler[] {
  const files = fileRoute(bots, people, { blobs: components.media.blobs, accountableId });
  const archives = archiveRoute(people, archivesOf(components));
  return [
    botApiRoute(bots),
    files,
    archives,
    providerRoute(people, photos),
    unsubscribeRoute(people),
    userApiRoute(people),
  ];
}

/** Archives of the instance's store and files. */
function archivesOf({ db, media, options }: Instance["components"]): Archives {
  const { clock, machine = clock } = options;
  const source = { db, blobs: media.blobs, writeDate: writeIsoTime };
  return {
    // What writes archives is loaded with the first, because a start does not need it.
    async *open(subject, now_s) {
      if (subject.kind === "person") {
        const { archivePerson } = await import("../export/person-archive.ts");
        yield* archivePerson(source, subject.person, now_s);
      } else {
        const { exportChat } = await import("../export/chat-export.ts");
        yield* exportChat(source, subject.chat, now_s);
      }
    },
    turns: new ArchiveTurns((delay_ms, fire) => machine.after(delay_ms, fire)),
  };
}

/** The developer console of a service that does not run in developer mode. */
export function consoleOf({ people }: Instance): RouteHandler {
  return consoleRoute(people, registry(DEVELOPER_METHODS.filter(({ isOfConsole }) => isOfConsole)));
}

const botMethods = registry(BOT_METHODS);

/** What needs no account: documents, operators' addresses, and the refusal of bots without a token. */
export function openRoutes({ components }: Instance, readiness: Readiness): readonly RouteHandler[] {
  const { options, onError } = components;
  return [
    documentsRoute(ownVersion()),
    operationsRoute({
      service: () => operated(components),
      readiness,
      servesMetrics: options.metrics,
      after: (delay_ms, fire) => (options.machine ?? options.clock).after(delay_ms, fire),
      onError,
    }),
    missingTokenRoute((name) => botMethods.has(name) || unsupportedMethod(name) !== undefined),
  ];
}

/** What routes for operators ask of an instance. */
export function operated({ db, metrics, cluster }: Instance["components"]): OperatedService {
  return { db, metrics, hasHeartbeat: () => cluster.hasHeartbeat() };
}

/** The last route. */
export function webClientOf(
  { web_dir }: Pick<ServiceOptions, "web_dir">,
  developerPages: () => DeveloperPages,
): RouteHandler {
  return webClientRoute(web_dir === undefined ? undefined : readWebClient(web_dir), developerPages);
}

/** `undefined` where the options want the parser of `node:http` alone. */
export function fastPathOf({ components, bots }: Instance): HttpOptions["fastPath"] {
  return components.options.http_reader === "node" ? undefined : botApiFastPath(bots);
}
