/** The checker finds each kind of violation in a history that was sound without it. */
import { expect, test } from "vitest";
import type { Entry, Outcome } from "../history.ts";
import { check } from "./check.ts";
import { CHAT, type MadeHistory, soundHistory, updateOf } from "./made-history.ts";

const OK = { how: "ok" } as const;
const FINAL_OF_FOUR = (made: MadeHistory) => made.final("ann/1", "ann/2", "ann/3", "ann/4");
const REFUSED = { how: "refused", why: "503 Service Unavailable" } as const;
const LATE = { how: "unknown", why: "TimeoutError" } as const;
const AWAY = { how: "refused", why: "401 Unauthorized" } as const;

/** The same history with the entries of one type changed. */
function changed<T extends Entry["type"]>(
  type: T,
  change: (entry: Extract<Entry, { type: T }>, n: number) => Entry[],
): Entry[] {
  let n = 0;
  return soundHistory().entries.flatMap((entry) =>
    entry.type === type ? change(entry as Extract<Entry, { type: T }>, n++) : [entry],
  );
}

function final(...messages: [message_id: number, text: string][]): Entry[] {
  const shown = messages.map(([message_id, text]) => ({ message_id, text }));
  return changed("final-chat", (entry) => [{ ...entry, messages: shown }]);
}

/** A history that goes on. */
function then(...more: ((made: MadeHistory) => void)[]): Entry[] {
  const made = soundHistory();
  for (const step of more) step(made);
  return made.entries;
}

test("a sound history has no violations", () => {
  expect(check(soundHistory().entries)).toEqual([]);
});

test.each<[invariant: string, name: string, entries: Entry[]]>([
  ["I1", "an acknowledged message is lost", final([1, "ann/1"], [2, "ann/2"])],
  ["I1", "an acknowledged message is another one", final([1, "ann/1"], [2, "ann/3"], [3, "ann/2"])],
  ["I1", "a message has no update", then((made) => made.send(4), FINAL_OF_FOUR)],
  [
    "I1",
    "an acknowledged edit is lost",
    then((made) => made.did("ann", { what: "edit", chat_id: CHAT, message_id: 3, text: "ann/3 edited" }, OK)),
  ],
  [
    "I1",
    "a screen that followed lacks a message",
    then((made) =>
      made.add({ type: "final-screen", by: "ann", chat_id: CHAT, messages: [{ message_id: 1, text: "ann/1" }] }),
    ),
  ],
  ["I2", "a message is there twice", final([1, "ann/1"], [2, "ann/2"], [3, "ann/3"], [4, "ann/3"])],
  [
    "I2",
    "a refused message is there",
    then(
      (made) => made.send(4, AWAY),
      FINAL_OF_FOUR,
      (made) => made.poll(3, updateOf(4)),
      (made) => made.deliver(updateOf(4)),
    ),
  ],
  ["I2", "an update_id has two contents", then((made) => made.deliver({ ...updateOf(3), digest: "another" }))],
  ["I2", "a message has two updates", then((made) => made.poll(3, updateOf(3, 4)))],
  ["I2", "an update comes under two webhook-ids", then((made) => made.deliver(updateOf(3), "node 1", "id-another"))],
  ["I3", "message ids have a gap", final([1, "ann/1"], [3, "ann/2"], [4, "ann/3"])],
  ["I3", "update ids have a gap", then((made) => made.poll(3, { ...updateOf(9, 5), kind: "poll" }))],
  [
    "I3",
    "an answer has a gap",
    then((made) => made.poll(3, { ...updateOf(8, 4), kind: "a" }, { ...updateOf(9, 6), kind: "a" })),
  ],
  ["I3", "something is told again after it was confirmed", then((made) => made.poll(3, updateOf(3)))],
  ["I3", "a later message has the lower number", sentInTheOtherOrder()],
  ["I3", "a web socket skips a frame", then((made) => made.frame(7, 5))],
  [
    "I3",
    "a webhook gets a chat's updates in another order",
    then(
      (made) => made.deliver({ ...updateOf(9, 5), kind: "a" }),
      (made) => made.deliver({ ...updateOf(8, 4), kind: "a" }),
    ),
  ],
  [
    "I4",
    "a fence falls",
    then(
      (made) => made.lease("node 2", 3),
      (made) => made.lease("node 1", 2),
    ),
  ],
  [
    "I4",
    "two nodes have one fence",
    then(
      (made) => made.lease("node 2", 2),
      (made) => made.lease("node 1", 2),
    ),
  ],
  ["I4", "a node delivers after it has lost the lease", deposed()],
  ["I5", "a token works after it was replaced", usedAfter("token 1", 1500)],
  ["I5", "a web socket gets frames after its session has ended", framesAfter("session 1", 1500)],
  ["I1", "the file of a message is another one", withFile({ kept: "other bytes" })],
  ["I1", "the file of an acknowledged message is not there", withFile({ kept: "404 Not Found" })],
  ["I1", "an acknowledged message has no file", withFile({ kept: undefined })],
  ["I1", "a download brings other bytes", withFile({ downloaded: { how: "ok", result: "other bytes" } })],
  ["I1", "a download finds nothing", withFile({ downloaded: { how: "refused", why: "404 Not Found" } })],
  ["I6", "a text is refused while the store of files fails", textDuring("bucket-hanging (for 9 ms)", REFUSED)],
  ["I6", "a text is not answered while the store of files fails", textDuring("uploads-broken", LATE)],
  ["I5", "both polls of one bot wait", twoPolls({ olderLeft: true, newerEnded: "" })],
  ["I5", "of two polls the newer is ended", twoPolls({ olderLeft: true, newerEnded: "409 Conflict" })],
])("%s: %s", (invariant, _name, entries) => {
  const wrong = check(entries);
  expect(wrong).not.toEqual([]);
  expect(wrong.some((line) => line.startsWith(`${invariant}:`))).toBe(true);
});

test.each([900, -50])("an older poll that may have begun to wait later is not held against it: %i ms", (calm_ms) => {
  expect(check(twoPolls({ olderLeft: true, newerEnded: "409 Conflict" }, calm_ms))).toEqual([]);
});

test("a file that is kept and downloaded as it was sent is none of a violation", () => {
  expect(check(withFile({}))).toEqual([]);
  expect(check(withFile({ downloaded: REFUSED }))).toEqual([]);
});

test("a text that was refused while more than the store of files failed is not held against it", () => {
  const made = soundHistory();
  made.fault("begin");
  const { entries } = duringFault(made, "bucket-killed", REFUSED);
  expect(check(entries)).toEqual([]);
});

test("what still works is judged by the end of the fault that kept a node from hearing of it", () => {
  const made = soundHistory();
  made.fault("begin");
  made.did("probe", { what: "revoke", subject: "token 1" }, OK);
  made.now_ms += 5000;
  use(made);
  made.fault("well");
  made.now_ms += 900;
  use(made);
  expect(check(made.entries)).toEqual([]);
  made.now_ms += 900;
  use(made);
  expect(check(made.entries)).toHaveLength(1);
});

test("a delivery that was on its way when the lease went on is none of a deposed node", () => {
  const made = soundHistory();
  made.lease("node 2", 2);
  made.now_ms += 50;
  made.deliver(updateOf(3));
  expect(check(made.entries)).toEqual([]);
});

function use(made: MadeHistory): void {
  made.did("probe", { what: "use", subject: "token 1", node: "node 1" }, OK);
}

function sentInTheOtherOrder(): Entry[] {
  return changed("end", (entry, n) => {
    const message_id = [2, 1][n];
    return [message_id === undefined ? entry : { ...entry, outcome: { how: "ok", result: { message_id } } }];
  });
}

function deposed(): Entry[] {
  const made = soundHistory();
  made.lease("node 2", 2);
  made.now_ms += 2000;
  made.deliver(updateOf(3));
  return made.entries;
}

/** A message with a file, whose bytes are named by their digest. */
function withFile(given: { readonly kept?: string | undefined; readonly downloaded?: Outcome }): Entry[] {
  const { kept, downloaded } = { kept: "bytes", downloaded: { how: "ok", result: "bytes" } as const, ...given };
  const made = soundHistory();
  const send = { what: "send", chat_id: CHAT, text: "ann/4", author: "bot", file: "bytes" } as const;
  made.did("ann", send, { how: "ok", result: { message_id: 4 } });
  made.did("downloader", { what: "download", text: "ann/4", file: "bytes" }, downloaded);
  made.poll(3, updateOf(4));
  made.deliver(updateOf(4));
  const texts = ["ann/1", "ann/2", "ann/3", "ann/4"].map((text, n) => ({ message_id: n + 1, text }));
  const file = kept === undefined ? {} : { file: kept };
  const messages = texts.map((message) => (message.text === "ann/4" ? { ...message, ...file } : message));
  return [
    ...made.entries.filter(({ type }) => type !== "final-chat"),
    { at: made.now_ms, type: "final-chat", chat_id: CHAT, messages },
  ];
}

function textDuring(name: string, outcome: Outcome): Entry[] {
  return duringFault(soundHistory(), name, outcome).entries;
}

function duringFault(made: MadeHistory, name: string, outcome: Outcome): MadeHistory {
  made.add({ type: "fault", fault: 9, name, phase: "begin" });
  made.send(4, outcome);
  made.add({ type: "fault", fault: 9, name, phase: "mended" });
  return made;
}

function usedAfter(subject: string, after_ms: number): Entry[] {
  const made = soundHistory();
  made.did("probe", { what: "revoke", subject }, OK);
  made.now_ms += after_ms;
  made.did("probe", { what: "use", subject, node: "node 2" }, OK);
  return made.entries;
}

function framesAfter(subject: string, after_ms: number): Entry[] {
  const made = soundHistory();
  made.add({ type: "open", socket: 99, by: "gus", subject });
  made.did("probe", { what: "revoke", subject }, OK);
  made.now_ms += after_ms;
  made.frame(99, 1);
  return made.entries;
}

/** @param calm_ms - between the end of a fault and the older poll */
function twoPolls(felt: { readonly olderLeft: boolean; readonly newerEnded: string }, calm_ms = 1100): Entry[] {
  const made = soundHistory();
  made.fault("begin");
  made.now_ms += 100;
  made.fault("well");
  made.now_ms += calm_ms;
  const polls = { type: "two-polls", pair: 1, older_ms: made.now_ms };
  made.now_ms += 300;
  made.add({ ...polls, phase: "begin", olderLeft: true, newerEnded: "" });
  made.now_ms += 2000;
  made.add({ ...polls, phase: "felt", ...felt });
  return made.entries;
}
