/** Finds the world of a request by its credential, before anything else looks at the request. */
import { DIGEST_END_PREFIX } from "../../app/mail/mail-digests.ts";
import { accessTokenOf } from "../../http/authentication/user-authentication.ts";
import { percentDecode } from "../../http/percent-decoding.ts";
import type { RouteRequest } from "../../http/server.ts";
import type { World } from "./world.ts";
import type { Worlds } from "./worlds.ts";

const BOT = /^(?:\/file)?\/bot([^/?]+)/;

/** The world of a bot's request, by the token in its address. */
export function worldOfBot(worlds: Worlds, url: string): World {
  if (!worlds.hasFurther) return worlds.main;
  // Some clients percent-encode the slashes of a path.
  return worlds.ofToken(BOT.exec(percentDecode(url.split("?", 1)[0]!))?.[1]);
}

const RECORDED_FILE = /^\/developer\/file\/([\w-]+)\//;

/** The world of any request; `undefined` where no caller is needed. */
export function worldOfRequest(worlds: Worlds, { url, req }: RouteRequest): World | undefined {
  const named = RECORDED_FILE.exec(url)?.[1];
  // The main world has no file of this path either.
  if (named !== undefined) return worlds.named(named) ?? worlds.main;
  if (url.startsWith("/bot") || /^\/file(?:\/|%2f)bot/i.test(url)) return worldOfBot(worlds, url);
  return url.startsWith("/api/") || url.startsWith(DIGEST_END_PREFIX) ? worldOfPerson(worlds, req) : undefined;
}

/** The world of a person's request. Without a credential, as at the sign-in, it is the main one. */
export function worldOfPerson(worlds: Worlds, req: RouteRequest["req"]): World {
  if (!worlds.hasFurther) return worlds.main;
  return worlds.ofToken(accessTokenOf(req, worlds.main.instance.deps.addresses.public_url));
}
