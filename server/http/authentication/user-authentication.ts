/** Authentication of people: programs send an access token, browsers a session cookie. */
import type { IncomingMessage } from "node:http";
import { noteUse } from "../../app/accounts/sessions.ts";
import type { Caller } from "../../methods/engine/call.ts";
import type { Person } from "../../methods/engine/method.ts";
import type { ReadTx } from "../../store/db.ts";
import { findSignedIn, type SignedIn } from "../../store/queries/accounts/people.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import type { ApiDeps } from "../routes/api-deps.ts";
import { isCrossSite, isSameOrigin, isUnderForeignName } from "./same-origin.ts";
import { ACCESS_TOKEN, sessionInCookie } from "./session-cookie.ts";

/** Seconds between two updates of a session's last use, so that reads do not become writes. */
const SEEN_EVERY_S = 300;

/**
 * A caller; `"cross-site"` when another site's page made use of the person's cookie; `undefined` without a valid
 * credential.
 */
export type Authenticated = Caller | "cross-site" | undefined;

/** Authenticates a method call. A browser's request must come from the service's own pages. */
export async function authenticateCaller(deps: ApiDeps, req: IncomingMessage): Promise<Authenticated> {
  return authenticate(deps, req, accessToken(req), () => isOwnPage(deps, req));
}

/**
 * Authenticates a file download. File addresses cannot be guessed, so any request that is not cross-site is accepted.
 */
export async function authenticateReader(deps: ApiDeps, req: IncomingMessage): Promise<Authenticated> {
  return authenticate(deps, req, accessToken(req), () => !isCrossSite(req.headers));
}

/** Authenticates a web socket. Programs that cannot set headers offer the sub-protocols `access_token, <token>`. */
export async function authenticateSocket(deps: ApiDeps, req: IncomingMessage): Promise<Authenticated> {
  return authenticate(deps, req, accessToken(req) ?? offeredToken(req), () => isOwnPage(deps, req));
}

function isOwnPage({ addresses }: ApiDeps, { headers }: IncomingMessage): boolean {
  return isSameOrigin(headers, addresses.public_url) && !isUnderForeignName(headers, addresses.configured_url);
}

/** The access token of a request or a web socket, in whichever place it is; it may be invalid. */
export function accessTokenOf(req: IncomingMessage, public_url: string): string | undefined {
  return accessToken(req) ?? offeredToken(req) ?? sessionInCookie(req.headers.cookie, public_url);
}

async function authenticate(
  deps: ApiDeps,
  req: IncomingMessage,
  token: string | undefined,
  isAllowedOrigin: () => boolean,
): Promise<Authenticated> {
  if (token !== undefined) return findCaller(deps, req, token);
  const cookie = sessionInCookie(req.headers.cookie, deps.addresses.public_url);
  if (cookie === undefined) return undefined;
  return isAllowedOrigin() ? findCaller(deps, req, cookie) : "cross-site";
}

/** The token of `Authorization: Bearer …`. */
function accessToken(req: IncomingMessage): string | undefined {
  const token = /^Bearer\s+(\S+)$/i.exec(req.headers.authorization ?? "")?.[1];
  return token !== undefined && ACCESS_TOKEN.test(token) ? token : undefined;
}

/** The token in the sub-protocols `access_token, <token>`. */
function offeredToken(req: IncomingMessage): string | undefined {
  const offered = (req.headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
  return offered[0] === "access_token" ? offered[1] : undefined;
}

/** The person of an access token whose session is valid. */
async function findCaller(deps: ApiDeps, req: IncomingMessage, token: string): Promise<Caller | undefined> {
  const token_hash = deps.hashes.of(token);
  const reload = (tx: ReadTx) => findSessionPerson(tx, token_hash, Math.floor(deps.clock.now() / 1000));
  const account = await deps.db.read(reload);
  if (!account) return undefined;
  await recordActivity(deps, req, account);
  return { account, dialect: "native", reload, expires_at: account.expires_at };
}

interface SessionPerson extends Person, Pick<SignedIn, "seen_at" | "expires_at"> {}

async function recordActivity(
  deps: ApiDeps,
  req: IncomingMessage,
  { id, session_id, seen_at }: SessionPerson,
): Promise<void> {
  const now_s = Math.floor(deps.clock.now() / 1000);
  if (now_s - seen_at < SEEN_EVERY_S) return;
  const client = deps.clientAddress(req);
  const place = deps.hashes.ofPlace(id, client.network);
  await deps.db.write(async (tx) => {
    noteClient(tx, client);
    await noteUse(tx, id, session_id, place, now_s);
  });
}

async function findSessionPerson(tx: ReadTx, token_hash: string, now_s: number): Promise<SessionPerson | undefined> {
  const found = await findSignedIn(tx, token_hash, now_s);
  if (!found || found.person.suspended_at !== null) return undefined;
  const { person, ...session } = found;
  return { ...person, ...session };
}
