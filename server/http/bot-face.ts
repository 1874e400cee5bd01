/** The bots' door: `/bot<token>/<method>` (interface.md, Common rules; behaviour.md §1). */
import type { Bot } from "../domain/accounts.ts";
import { MediaBusy } from "../media/upload.ts";
import { failure, tooMany, type Answer } from "../methods/answer.ts";
import { call, type Caller } from "../methods/call.ts";
import { traitsOf } from "../methods/dialect.ts";
import type { Method } from "../methods/method.ts";
import type { Registry } from "../methods/registry.ts";
import type { FaceDeps } from "./face.ts";
import type { Identities } from "./identities.ts";
import { readMethodCall, readSmallMethodCall, withinLimits } from "./method-body.ts";
import type { FirstLine, QuickRequest } from "./quick/request.ts";
import { BodyFault, type RawCall } from "./body/raw-call.ts";
import type { Door, Request } from "./server.ts";
import { unescaped } from "./unescaped.ts";

/** What the address of a call says. */
export interface BotPath {
  readonly token: string;
  /** In lower case, as its case means nothing. */
  readonly method: string;
  readonly query: string;
}

/** Takes `/bot<token>/<method>?<query>` apart; `undefined` for any other address. */
export function readBotPath(url: string): BotPath | undefined {
  if (!url.startsWith("/bot")) return undefined;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? "" : url.slice(mark + 1);
  const slash = path.indexOf("/", 4);
  if (slash < 0) return { token: unescaped(path.slice(4)), method: "", query };
  return {
    token: unescaped(path.slice(4, slash)),
    method: unescaped(path.slice(slash + 1).replace(/\/$/, "")).toLowerCase(),
    query,
  };
}

export interface BotDoorDeps extends FaceDeps {
  readonly identities: Identities;
  /** The account of the assistant, and what it finds besides the methods of all bots. */
  readonly assistant: { readonly id: number; readonly methods: Registry };
}

/** A request of a bot, however it came. */
export interface BotRequest {
  readonly verb: string;
  readonly path: BotPath;
  readonly trace_id: string;
  /** Reads the parameters as far as the method needs them; all of them while nobody knows the method. @throws BodyFault */
  readonly read: (method: Method | undefined, bot: Bot) => RawCall | Promise<RawCall>;
  /** Makes a signal that fires when the caller's connection closes before its answer. */
  readonly gone: () => AbortSignal;
}

/** The bots' door. */
export function botDoor(deps: BotDoorDeps): Door {
  return (request) => {
    const { req, trace_id } = request;
    const path = readBotPath(request.url);
    if (!path) return undefined;
    const read = (method: Method | undefined, bot: Bot) =>
      readMethodCall(method, req, path.query, deps.limits, deps.uploadsOf(bot));
    return answerBot(deps, { verb: req.method!, path, trace_id, read, gone: () => goneSignal(request) });
  };
}

/** The same door for plain requests. */
export function quickBotDoor(deps: BotDoorDeps) {
  const paths = new WeakMap<FirstLine, BotPath>();
  return (request: QuickRequest, gone: () => AbortSignal, trace_id: string): Promise<Answer> => {
    const { first, content_type, body } = request;
    let path = paths.get(first);
    if (!path) paths.set(first, (path = readBotPath(first.url)!));
    const read = (method: Method | undefined) => readSmallMethodCall(method, path.query, content_type, body);
    return answerBot(deps, { verb: first.verb, path, trace_id, read, gone });
  };
}

/** Answers one request of a bot. @throws only what nobody expected */
export function answerBot(deps: BotDoorDeps, request: BotRequest): Promise<Answer> {
  return request.path.method === "" ? answerUnnamed(deps, request) : answerNamed(deps, request);
}

/** An address without a method leaves it to the parameter `method`, wherever that is (research of clients, §1.2). */
async function answerUnnamed(deps: BotDoorDeps, request: BotRequest): Promise<Answer> {
  const { path, trace_id } = request;
  // Nobody else's body is worth reading.
  const bot = await deps.identities.look(path.token);
  if (!bot) return failure(401, "Unauthorized", trace_id);
  let raw: RawCall;
  try {
    raw = await request.read(undefined, bot);
  } catch (error) {
    return refusedBody(error, trace_id);
  }
  const named = raw.params.get("method");
  const method = typeof named === "string" ? named.toLowerCase() : "";
  const read = (declared: Method | undefined) => withinLimits(declared, raw, deps.limits);
  try {
    return await answerNamed(deps, { ...request, path: { ...path, method }, read });
  } finally {
    for (const file of raw.files.values()) await deps.media.drop(file.upload);
  }
}

async function answerNamed(deps: BotDoorDeps, request: BotRequest): Promise<Answer> {
  const { path, trace_id } = request;
  const { identities } = deps;
  const common = deps.methods.get(path.method);
  // A method that waits has no transaction in which the token would be looked at again.
  const bot =
    (common && common.effect !== "wait" ? identities.remembered(path.token) : undefined) ??
    (await identities.look(path.token));
  if (!bot) return failure(401, "Unauthorized", trace_id);
  const method = common ?? (bot.id === deps.assistant.id ? deps.assistant.methods.get(path.method) : undefined);
  const dialect = bot.dialect ?? deps.env.dialect;
  if (!method) return failure(404, traitsOf(dialect).noSuchMethod(path.method), trace_id);
  const refused = refuseVerb(method, request.verb, traitsOf(dialect).mediaByGet, trace_id);
  if (refused) return refused;
  try {
    const read = request.read(method, bot);
    const raw = read instanceof Promise ? await read : read;
    const caller: Caller = { account: bot, dialect, reload: (tx) => identities.reload(tx, path.token, bot) };
    return await call(deps, method, caller, raw, {
      trace_id,
      gone: method.effect === "wait" ? request.gone() : undefined,
    });
  } catch (error) {
    return refusedBody(error, trace_id);
  }
}

function refusedBody(error: unknown, trace_id: string): Answer {
  if (error instanceof BodyFault) return failure(error.code, error.message, trace_id);
  if (error instanceof MediaBusy) return tooMany(error.retry_after_s, trace_id);
  throw error;
}

/** GET and POST for all methods, POST alone for those that send media (interface.md, Common rules). */
function refuseVerb(method: Method, verb: string, mediaByGet: boolean, trace_id: string): Answer | undefined {
  const getAllowed = !method.postOnly || mediaByGet;
  if (verb === "POST" || (verb === "GET" && getAllowed)) return undefined;
  const allow = getAllowed ? "GET, POST" : "POST";
  return { ...failure(405, `use ${allow.replace(",", " or")}`, trace_id), allow };
}

/** Fires when the caller's connection closes before its answer, or is half closed: who waits for news has left then. */
function goneSignal({ req, res }: Request): AbortSignal {
  const controller = new AbortController();
  const leave = () => controller.abort();
  const { socket } = req;
  if (res.closed || socket.destroyed || socket.readableEnded) leave();
  socket.once("end", leave);
  res.once("close", () => {
    socket.off("end", leave);
    leave();
  });
  return controller.signal;
}
