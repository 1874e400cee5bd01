/** Statements of tests, about which nothing is declared. */
import { Statement, schemaChange, type Read, type Write } from "heliogram/store/statement.ts";

const reads = new Map<string, Read>();
const writes = new Map<string, Write>();

/** A statement that reads. The same text is the same statement, which an engine prepares once. */
export function sqlRead<R>(text: string): Read<R> {
  let known = reads.get(text);
  if (!known) reads.set(text, (known = new Statement(() => text, { kind: "read" })));
  return known as Read<R>;
}

/** A statement that writes, with its rows. */
export function sqlWrite<R>(text: string): Write<R> {
  let known = writes.get(text);
  if (!known) writes.set(text, (known = schemaChange(text)));
  return known as Write<R>;
}
