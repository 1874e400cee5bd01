/** Long answers in fewer bytes: a list of a thousand chats is a megabyte, and says the same again and again. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Answer } from "../methods/answer.ts";

const compress = promisify(gzip);

/** Below this, a packet or ten, there is nothing to be gained. */
const LEAST_LENGTH = 16 * 1024;

/** The quickest level takes a few milliseconds for a megabyte; higher ones take ten times as long for a third less. */
const LEVEL = 1;

/**
 * Compresses a long answer for a client that says it takes gzip. Such answers hold what people wrote and no credential:
 * those that do are short.
 */
export async function compressed(req: IncomingMessage, answer: Answer): Promise<Answer> {
  if (answer.body.length < LEAST_LENGTH || !takesGzip(req.headers["accept-encoding"])) return answer;
  return { ...answer, gzip: await compress(answer.body, { level: LEVEL }) };
}

/** `gzip`, with or without a weight above nought; other names for it, and `*`, are not worth the reading. */
function takesGzip(accept: string | string[] | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0?\.0*[1-9]))/i.test(String(accept ?? ""));
}
