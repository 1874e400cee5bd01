/** Who a person's request is from: a program with its access token, or a browser with its cookie. */
import type { IncomingMessage } from "node:http";
import type { Caller } from "../methods/call.ts";
import type { Person } from "../methods/method.ts";
import type { ReadTx } from "../store/db.ts";
import { findPerson, findSession, markSeen } from "../store/people.ts";
import { keepPlace } from "../store/sign-in-places.ts";
import type { FaceDeps } from "./face.ts";
import { forOthers, fromOwnPages } from "./own-pages.ts";
import { ACCESS_TOKEN, sessionInCookie } from "./session-cookie.ts";

/** Seconds between two notes that a session is in use: reading must not become writing. */
const SEEN_EVERY_S = 300;

/** A caller, `"foreign"` when somebody else's page made use of the person's cookie, or nobody. */
export type Found = Caller | "foreign" | undefined;

/** Who asks for something to be done. A browser must say that the wish comes from the service's own pages. */
export async function callerOf(deps: FaceDeps, req: IncomingMessage): Promise<Found> {
  return callerBy(deps, req, accessToken(req), () => fromOwnPages(req.headers, deps.addresses.common));
}

/** Who asks to read a file. Addresses of files cannot be guessed, so here a browser need say nothing. */
export async function readerOf(deps: FaceDeps, req: IncomingMessage): Promise<Found> {
  return callerBy(deps, req, accessToken(req), () => !forOthers(req.headers));
}

/** Who opens a web socket. Programs that cannot set headers offer the sub-protocols `access_token, <token>`. */
export async function listenerOf(deps: FaceDeps, req: IncomingMessage): Promise<Found> {
  const offered = (req.headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
  const token = accessToken(req) ?? (offered[0] === "access_token" ? offered[1] : undefined);
  return callerBy(deps, req, token, () => fromOwnPages(req.headers, deps.addresses.common));
}

async function callerBy(
  deps: FaceDeps,
  req: IncomingMessage,
  token: string | undefined,
  isOwn: () => boolean,
): Promise<Found> {
  if (token !== undefined) return findCaller(deps, req, token);
  const cookie = sessionInCookie(req.headers.cookie, deps.addresses.common);
  if (cookie === undefined) return undefined;
  return isOwn() ? findCaller(deps, req, cookie) : "foreign";
}

/** The token of `Authorization: Bearer …`. */
function accessToken(req: IncomingMessage): string | undefined {
  const token = /^Bearer\s+(\S+)$/i.exec(req.headers.authorization ?? "")?.[1];
  return token !== undefined && ACCESS_TOKEN.test(token) ? token : undefined;
}

/** The person a token belongs to, for as long as its session lasts. */
async function findCaller(deps: FaceDeps, req: IncomingMessage, token: string): Promise<Caller | undefined> {
  const token_hash = deps.hashes.of(token);
  const reload = (tx: ReadTx) => findSignedIn(tx, token_hash, Math.floor(deps.clock.now() / 1000));
  const account = await deps.db.read(reload);
  if (!account) return undefined;
  await noteSeen(deps, req, account);
  return { account, dialect: "native", reload };
}

interface SignedIn extends Person {
  /** When the session was last seen, in Unix seconds. */
  readonly seen_at: number;
}

async function noteSeen(deps: FaceDeps, req: IncomingMessage, { id, session_id, seen_at }: SignedIn): Promise<void> {
  const now_s = Math.floor(deps.clock.now() / 1000);
  if (now_s - seen_at < SEEN_EVERY_S) return;
  const place = deps.hashes.ofPlace(id, deps.clientAddress(req));
  await deps.db.write(async (tx) => {
    await markSeen(tx, id, session_id, now_s);
    await keepPlace(tx, id, place, now_s);
  });
}

async function findSignedIn(tx: ReadTx, token_hash: string, now_s: number): Promise<SignedIn | undefined> {
  const session = await findSession(tx, token_hash, now_s);
  const person = session && (await findPerson(tx, session.person_id));
  if (!person || person.suspended_at !== null) return undefined;
  return { ...person, session_id: session.id, seen_at: session.seen_at };
}
