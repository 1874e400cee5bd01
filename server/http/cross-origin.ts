/** Lets pages of every origin use the bot API, whose only credential is the token in the address (behaviour.md §10). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { percentDecode } from "./percent-decoding.ts";
import { headerLines } from "./security-headers.ts";

/** Every response of the bot API and of bots' files has these. */
export const BOT_API_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "X-Trace-Id, Retry-After, Allow, Accept-Ranges, Content-Disposition, Content-Range, ETag",
};

/** The same as header lines, for responses that are written as text. */
export const BOT_API_HEADER_LINES = headerLines(BOT_API_HEADERS);

const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
  // Browsers send no credentials to these addresses, so the asterisk stands for all headers.
  "Access-Control-Allow-Headers": "*",
  // A day. Browsers lower it to their own limit.
  "Access-Control-Max-Age": "86400",
};

/** Whether a request target is one of the bot API or of a bot's file, with or without a valid token. */
export function isOfBots(url: string): boolean {
  return url.startsWith("/bot") || percentDecode(url.split("?", 1)[0]!).startsWith("/file/bot");
}

/**
 * Answers the request by which a browser asks whether a page may call the bot API. Its token is not looked at.
 * @returns whether it is such a request
 */
export function answerPreflight(req: IncomingMessage, res: ServerResponse, url: string, trace_id: string): boolean {
  const isPreflight = req.method === "OPTIONS" && req.headers["access-control-request-method"] !== undefined;
  if (!isPreflight || !isOfBots(url)) return false;
  res.writeHead(204, { ...PREFLIGHT_HEADERS, "X-Trace-Id": trace_id });
  res.end();
  return true;
}
