/**
 * Spans for OpenTelemetry. The service brings no SDK: where the operator has registered one, calls and deliveries of webhooks
 * become spans of it. Where there is none, not even its interface is loaded.
 */
import type * as Api from "@opentelemetry/api";

/** Where a registered SDK is found (the global that all versions 1 of the interface share). */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** What a span says of a call. */
export interface SpanFacts {
  readonly api: string;
  /** The declared name of the method; `undefined` where none was called. */
  readonly method: string | undefined;
  readonly account_id: number | undefined;
}

/** A span that has begun. */
export interface Span {
  readonly trace_id: string;
  /** The header for whom the work is passed on to. */
  readonly traceparent: string;
  /** Runs work as a part of the span. */
  run<T>(work: () => T): T;
  /** Ends the span. @param status - of the response; 0 if there was none */
  end(status: number): void;
}

/** A status from which on a span has failed by the fault of the service. */
const FIRST_FAULT = 500;

/** @returns `undefined` if no SDK is registered. @param sdk - where to look for one; given by tests alone */
export async function openTracing(version: string, sdk: object = globalThis): Promise<Tracing | undefined> {
  const registered = (sdk as { readonly [REGISTERED]?: { readonly trace?: unknown } })[REGISTERED];
  return registered?.trace === undefined ? undefined : new Tracing(await import("@opentelemetry/api"), version);
}

export class Tracing {
  readonly #api: typeof Api;
  readonly #tracer: Api.Tracer;

  constructor(api: typeof Api, version: string) {
    this.#api = api;
    this.#tracer = api.trace.getTracer("heliogram", version);
  }

  /** Begins the span of a request. @param traceparent - the header of the request */
  request(api: string, traceparent: string | undefined): Span {
    return this.#begin(api, this.#api.SpanKind.SERVER, traceparent);
  }

  /** Begins the span of a webhook's delivery. @param traceparent - of the call that has caused the update, if it is known */
  delivery(bot_id: number, traceparent: string | undefined): Span {
    const span = this.#begin("webhook delivery", this.#api.SpanKind.CLIENT, traceparent);
    span.run(() => this.#api.trace.getActiveSpan()?.setAttribute("heliogram.account_id", bot_id));
    return span;
  }

  /** Says of the present span what was called. */
  describe({ api, method, account_id }: SpanFacts): void {
    const span = this.#api.trace.getActiveSpan();
    if (!span) return;
    if (method !== undefined) span.updateName(`${api} ${method}`).setAttribute("heliogram.method", method);
    if (account_id !== undefined) span.setAttribute("heliogram.account_id", account_id);
  }

  #begin(name: string, kind: Api.SpanKind, traceparent: string | undefined): Span {
    const { context, trace, SpanStatusCode, ROOT_CONTEXT } = this.#api;
    const parent = traceparent === undefined ? ROOT_CONTEXT : this.#parentOf(traceparent);
    const span = this.#tracer.startSpan(name, { kind, attributes: { "heliogram.api": name } }, parent);
    const { traceId: trace_id, spanId, traceFlags } = span.spanContext();
    const within = trace.setSpan(parent, span);
    return {
      trace_id,
      traceparent: `00-${trace_id}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
      run: (work) => context.with(within, work),
      end(status) {
        span.setAttribute("http.response.status_code", status);
        if (status >= FIRST_FAULT || status === 0) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  /** The context of a `traceparent`, whichever propagation the SDK has. */
  #parentOf(traceparent: string): Api.Context {
    const { trace, ROOT_CONTEXT } = this.#api;
    const [, traceId, spanId, flags] =
      /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(traceparent) ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true });
  }
}
