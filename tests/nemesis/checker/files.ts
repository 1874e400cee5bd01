/**
 * I1 for files: a message that was acknowledged with a file has that file, with the same bytes. I6: while the store of files
 * fails, and nothing else, messages without files go on.
 */
import type { Entry } from "../history.ts";
import { actionsOf, Disturbances, of } from "./operations.ts";

/** The names of faults of the store of files. */
const FILE_FAULTS = /^(?:bucket|uploads)-/;

/** The words of a 503 of the database (behaviour.md §1). */
const NO_DATABASE = "the database";

/** @returns files that are lost or not what was sent, and messages that waited for the store of files */
export function checkFiles(entries: readonly Entry[]): string[] {
  return [...checkKept(entries), ...checkDownloads(entries), ...checkOthers(entries)];
}

function checkKept(entries: readonly Entry[]): string[] {
  const found = new Map<string, string>();
  for (const { messages } of of(entries, "final-chat"))
    for (const { text, file } of messages) if (file !== undefined) found.set(text, file);
  const sent = new Map<string, string>();
  for (const { action } of actionsOf(entries, "send"))
    if (action.file !== undefined) sent.set(action.text, action.file);
  const wrong: string[] = [];
  for (const [text, file] of sent) {
    const there = found.get(text);
    if (there !== undefined && there !== file) wrong.push(`I1: the file of “${text}” is not what was sent: ${there}`);
  }
  for (const { action, outcome } of actionsOf(entries, "send")) {
    if (action.file !== undefined && outcome.how === "ok" && !found.has(action.text))
      wrong.push(`I1: “${action.text}” was acknowledged, and has no file`);
  }
  return wrong;
}

function checkDownloads(entries: readonly Entry[]): string[] {
  const wrong: string[] = [];
  for (const { action, outcome } of actionsOf(entries, "download")) {
    const { text, file } = action;
    if (outcome.how === "ok" && outcome.result !== file)
      wrong.push(`I1: a download of the file of “${text}” was not what was sent`);
    else if (outcome.how === "refused" && outcome.why.startsWith("4"))
      wrong.push(`I1: a download of the file of “${text}” was refused: ${outcome.why}`);
  }
  return wrong;
}

/** Sends of texts that began and ended while the store of files alone was failing. */
export function sendsBesideFaults(entries: readonly Entry[]) {
  const files = new Disturbances(entries, (name) => FILE_FAULTS.test(name), "mended");
  const others = new Disturbances(entries, (name) => !FILE_FAULTS.test(name));
  return actionsOf(entries, "send").filter(
    ({ action, begin_ms, end_ms }) =>
      action.file === undefined && !files.isCalm(begin_ms, begin_ms) && others.isCalm(begin_ms, end_ms),
  );
}

function checkOthers(entries: readonly Entry[]): string[] {
  // A machine that is short of time may refuse a message for the sake of the database.
  return sendsBesideFaults(entries).flatMap(({ action, outcome }) =>
    outcome.how === "ok" || outcome.why.includes(NO_DATABASE)
      ? []
      : [`I6: “${action.text}” has no file, and failed with the store of files: ${outcome.why}`],
  );
}
