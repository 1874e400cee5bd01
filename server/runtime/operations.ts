/** What operators read of a process: its metrics, and a second listener where the settings name its address. */
import { createOperationsServer } from "../http/operations-server.ts";
import { operationsRoute } from "../http/routes/operations.ts";
import type { Metrics } from "../operations/metrics.ts";
import { ProcessMetrics } from "./process-metrics.ts";
import type { Readiness } from "../operations/readiness.ts";
import type { ServiceOptions } from "./components.ts";
import { attempt, EXIT, ExitError } from "./exit-error.ts";
import type { Front } from "./front.ts";
import { listen } from "./listen.ts";
import { readReadiness } from "./open-metrics.ts";
import { operated } from "./routes.ts";

interface OperationsParts {
  readonly options: ServiceOptions;
  readonly readiness: Readiness;
  readonly makeTraceId: () => string;
  /** `undefined` while the service starts. */
  readonly front: () => Front | undefined;
}

export interface Operations {
  /** Adds the metrics of the process to those of an instance. */
  readonly addMetrics: (metrics: Metrics) => void;
  /** The address of the second listener. */
  readonly url: string | undefined;
}

/** @param opening - closes the listener, after everything that is opened later. @throws ExitError */
export async function openOperations(parts: OperationsParts, opening: AsyncDisposableStack): Promise<Operations> {
  const { options, readiness } = parts;
  const isServed = options.metrics || options.metrics_address !== undefined;
  const observed = isServed ? opening.adopt(new ProcessMetrics(), (each) => each.close()) : undefined;
  const addMetrics = (metrics: Metrics) => {
    readReadiness(metrics, readiness);
    observed?.addTo(metrics);
  };
  const { metrics_address } = options;
  const url = metrics_address === undefined ? undefined : await serveOperators(parts, metrics_address, opening);
  return { addMetrics, url };
}

async function serveOperators(
  { options, readiness, makeTraceId, front }: OperationsParts,
  address: string,
  opening: AsyncDisposableStack,
): Promise<string> {
  const components = () => front()?.main().components;
  const onError = (error: unknown, trace_id: string) => components()?.onError(error, trace_id);
  const route = operationsRoute({
    service: () => {
      const found = components();
      return found && operated(found);
    },
    readiness,
    servesMetrics: true,
    after: (delay_ms, fire) => (options.machine ?? options.clock).after(delay_ms, fire),
    onError,
  });
  const server = createOperationsServer({ route, makeTraceId, onError });
  const { url } = await attempt(`cannot listen on the metrics_address ${address}`, () =>
    listen(server, readListener(address)),
  );
  opening.defer(async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  });
  return url;
}

/** @throws ExitError */
function readListener(address: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? [];
  if (host === undefined || port === undefined)
    throw new ExitError(`metrics_address: ${address} is no host and port`, EXIT.settings);
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}
