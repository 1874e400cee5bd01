/** Long answers in fewer bytes: a list of a thousand chats is a megabyte, and says the same again and again. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Answer } from "../methods/answer.ts";

const compress = promisify(gzip);

/** Below this, a packet or ten, there is nothing to be gained. */
const LEAST_LENGTH = 16 * 1024;

/**
 * Answers compressed at once, and those that may wait for it; the others go as they are. Compressing takes the threads
 * that writes to disk need as well.
 */
const AT_ONCE = 1;
const MOST_WAITING = 16;

/** The quickest level takes a few milliseconds for a megabyte; higher ones take ten times as long for a third less. */
const LEVEL = 1;

/**
 * @returns the function that compresses a long answer for a client that says it takes gzip. Such answers hold what
 * people wrote and no credential: those that do are short.
 */
export function compressor(): (req: IncomingMessage, answer: Answer) => Promise<Answer> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (req, answer) => {
    if (answer.body.length < LEAST_LENGTH || !takesGzip(req.headers["accept-encoding"])) return answer;
    if (underWay < AT_ONCE) underWay += 1;
    else if (waiting.length < MOST_WAITING) await new Promise<void>((done) => waiting.push(done));
    else return answer;
    try {
      return { ...answer, gzip: await compress(answer.body, { level: LEVEL }) };
    } finally {
      // The turn goes to the next who waits.
      const next = waiting.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
}

/** `gzip`, with or without a weight above nought; other names for it, and `*`, are not worth the reading. */
function takesGzip(accept: string | string[] | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0?\.0*[1-9]))/i.test(String(accept ?? ""));
}
