/** The hashes of a content and of its parts do not depend on how it is cut into chunks. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PartHashes } from "./part-hashes.ts";

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("any content, cut anyhow", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 0, max: 50 })),
      (bytes, part_bytes, cuts) => {
        const hashes = new PartHashes(part_bytes);
        let at = 0;
        for (const length of cuts) {
          hashes.update(bytes.subarray(at, at + length));
          at += length;
        }
        hashes.update(bytes.subarray(at));
        const parts = Array.from({ length: Math.ceil(bytes.length / part_bytes) }, (_, i) =>
          hashOf(bytes.subarray(i * part_bytes, (i + 1) * part_bytes)),
        );
        expect(hashes.digest()).toEqual({ sha256: hashOf(bytes), parts });
      },
    ),
  );
});

test("without parts there is one", () => {
  const hashes = new PartHashes(Infinity);
  hashes.update(Buffer.from("ab"));
  hashes.update(Buffer.from("c"));
  expect(hashes.digest()).toEqual({ sha256: hashOf(Buffer.from("abc")), parts: [hashOf(Buffer.from("abc"))] });
});
