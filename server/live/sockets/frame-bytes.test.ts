/** The frames are the same as those of the `ws` package. */
import * as ws from "ws";
import { expect, test } from "vitest";
import { frameBytes } from "./frame-bytes.ts";

interface FrameWriter {
  frame(data: Buffer, options: object): Buffer[];
}

const { frame } = (ws as unknown as { readonly Sender: FrameWriter }).Sender;
const framed = (text: string) =>
  Buffer.concat(frame(Buffer.from(text), { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }));

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 100_000])("of %i bytes", (length) => {
  const text = "x".repeat(length);
  expect(frameBytes([text])).toEqual(framed(text));
});

test("several at once, with letters of more than one byte", () => {
  const texts = ["née", "", "日本".repeat(40), "🙂"];
  expect(frameBytes(texts)).toEqual(Buffer.concat(texts.map(framed)));
});
