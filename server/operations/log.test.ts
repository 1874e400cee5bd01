/** Credentials never reach a log line, wherever in it they stand. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { botToken, secret } from "../app/accounts/tokens.ts";
import { seededRandom } from "../ports/random.ts";
import { createLog } from "./log.ts";

test("tokens in messages, facts, stacks and addresses are taken out", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), (seed, id) => {
      const { bytes } = seededRandom(seed);
      const credentials = [botToken(id, bytes), secret(bytes)];
      const lines: string[] = [];
      const log = createLog("info", (line) => lines.push(line));
      for (const credential of credentials) {
        log.info({ url: `/bot${credential}/getMe`, nested: { credential } }, `called with ${credential}`);
        log.error({ err: new Error(`bad ${credential}`) }, "failed");
      }
      for (const credential of credentials) expect(lines.join("")).not.toContain(credential.split(":").at(-1));
    }),
    { numRuns: 200 },
  );
});
