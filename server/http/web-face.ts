/** People's door: `POST /api/<method>`, with a session's access token. */
import type { IncomingMessage } from "node:http";
import { failure, type Answer } from "../methods/answer.ts";
import { call, type Caller } from "../methods/call.ts";
import type { Person } from "../methods/method.ts";
import { findPerson, findSession, markSeen } from "../store/people.ts";
import type { ReadTx } from "../store/db.ts";
import type { FaceDeps } from "./face.ts";
import { BodyFault } from "./body/raw-call.ts";
import type { Door } from "./server.ts";
import { readMethodCall } from "./method-body.ts";

const PREFIX = "/api/";
/** Seconds between two notes that a session is in use: reading must not become writing. */
const SEEN_EVERY_S = 300;

/** The method that an address names, or `undefined` for an address elsewhere. */
function webMethodName(url: string): { readonly name: string; readonly query: string } | undefined {
  if (!url.startsWith(PREFIX)) return undefined;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  return { name: path.slice(PREFIX.length), query: mark < 0 ? "" : url.slice(mark + 1) };
}

/** People's door. */
export function webDoor(deps: FaceDeps): Door {
  return ({ req, url, trace_id }) => {
    const path = webMethodName(url);
    return path && answerPerson(deps, path, req, trace_id);
  };
}

/** Answers one request of a person's client. @throws only what nobody expected */
async function answerPerson(
  deps: FaceDeps,
  path: { readonly name: string; readonly query: string },
  req: IncomingMessage,
  trace_id: string,
): Promise<Answer> {
  const method = deps.methods.get(path.name.toLowerCase());
  if (!method) return failure(404, "method not found", trace_id);
  if (req.method !== "POST") return { ...failure(405, "use POST", trace_id), allow: "POST" };
  const open = method.access.scope === "anyone";
  const caller = open ? undefined : await findCaller(deps, accessToken(req));
  if (!open && !caller) return failure(401, "Unauthorized", trace_id);
  try {
    const raw = await readMethodCall(method, req, path.query, deps.limits, deps.uploads);
    return await call(deps, method, caller, raw, { trace_id, gone: undefined });
  } catch (error) {
    if (error instanceof BodyFault) return failure(error.code, error.message, trace_id);
    throw error;
  }
}

/** The token of `Authorization: Bearer …`. */
export function accessToken(req: IncomingMessage): string | undefined {
  return /^Bearer\s+([A-Za-z0-9_-]{16,256})$/i.exec(req.headers.authorization ?? "")?.[1];
}

/** The person a token belongs to, for as long as its session lasts. */
export async function findCaller(deps: FaceDeps, token: string | undefined): Promise<Caller | undefined> {
  if (token === undefined) return undefined;
  const token_hash = deps.hashes.of(token);
  const reload = (tx: ReadTx) => findSignedIn(tx, token_hash, Math.floor(deps.clock.now() / 1000));
  const account = await deps.db.read(reload);
  if (!account) return undefined;
  await noteSeen(deps, account);
  return { account, dialect: "native", reload };
}

interface SignedIn extends Person {
  /** When the session was last seen, in Unix seconds. */
  readonly seen_at: number;
}

async function noteSeen(deps: FaceDeps, { id, session_id, seen_at }: SignedIn): Promise<void> {
  const now_s = Math.floor(deps.clock.now() / 1000);
  if (now_s - seen_at >= SEEN_EVERY_S) await deps.db.write((tx) => markSeen(tx, id, session_id, now_s));
}

async function findSignedIn(tx: ReadTx, token_hash: string, now_s: number): Promise<SignedIn | undefined> {
  const session = await findSession(tx, token_hash, now_s);
  const person = session && (await findPerson(tx, session.person_id));
  if (!person || person.suspended_at !== null) return undefined;
  return { ...person, session_id: session.id, seen_at: session.seen_at };
}
