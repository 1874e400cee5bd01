/** A draft edited on two screens: in whichever order events and responses arrive, no typed text is lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { inside, row, settle, type Asked } from "../../../tests/support/web-client.ts";
import { NetworkError } from "../api/errors.ts";
import { Sync } from "../live/sync.ts";
import { topicPlace, type Place } from "../model/chats/place.ts";
import { setChatSettings } from "../store/chats.ts";
import type { TopicRow } from "../store/state.ts";
import { mergeTopics, setTopicState } from "../store/topics.ts";
import { draftActions, type ConflictDecision } from "./drafts.ts";
import { topicActions } from "./topics.ts";

const CHAT = 2;
const TOPIC = 12;

/** A step of the simulation; `pick` chooses one of the pending requests or responses. */
type Step =
  | { readonly kind: "type" | "elsewhere"; readonly text: string }
  | { readonly kind: "answer" | "lose" | "handle"; readonly pick: number }
  | { readonly kind: "pause" | "other news" | "notify" | "receive" | "new line" }
  | { readonly kind: "decide"; readonly decision: ConflictDecision };

/** One screen, a server with the draft of one chat or topic that another screen changes as well, and a slow connection between them. */
class Stage {
  readonly #inside = inside();
  readonly #place: Place;
  readonly #topics = topicActions(this.#inside);
  readonly #sync = new Sync(
    this.#inside,
    () => {},
    () => {},
    this.#topics.refreshTopics,
  );
  readonly #drafts = draftActions(this.#inside, () => {
    if (this.#place === CHAT) this.#sync.reloadRow(CHAT).catch(() => {});
    else this.#topics.refreshTopics(CHAT, [TOPIC]);
  });
  /** Every draft that the server has stored, and their versions. */
  readonly #history = [""];
  readonly #versions = [0];
  /** What this screen has shown since the other one wrote: in the field, or as the other draft. */
  readonly #seen = new Set<string>();
  /** What this screen has sent, and may replace: its own words, even if the other one has written the same. */
  readonly #saved = new Set<string>();
  #head = 0;
  /** Account events that are not sent yet, and those in transit. */
  #unsent: number[] = [];
  #sent: { readonly seq: number; readonly draft: string; readonly version: number }[] = [];
  readonly #asked: Asked[] = [];
  readonly #handled: { readonly call: Asked; readonly result: object }[] = [];
  #typed = "";
  /** The event since which the server has the text that was typed last. */
  #since: number | undefined;

  /** Typed texts that were lost before the server stored them, or replaced by an older one. */
  readonly lost: string[] = [];
  /** Texts of the other screen that were replaced before this one had shown them. */
  readonly overwritten: string[] = [];

  constructor(place: Place) {
    this.#place = place;
    if (place !== CHAT) this.#inside.store.setState(mergeTopics(CHAT, [this.#topicRow()], null));
  }

  get shown(): string {
    return this.#inside.store.getState().drafts[this.#place]?.text ?? "";
  }

  get kept(): string {
    return this.#history.at(-1)!;
  }

  get #version(): number {
    return this.kept === "" ? 0 : this.#versions.at(-1)!;
  }

  get isUndecided(): boolean {
    return this.#inside.store.getState().draft_conflicts[this.#place] !== undefined;
  }

  /** Delivers everything that is in transit, and lets the person decide. */
  async rest(decision: ConflictDecision): Promise<void> {
    await this.#deliver();
    for (let round = 0; this.isUndecided && round < 3; round++) {
      await this.take({ kind: "decide", decision });
      await this.#deliver();
    }
  }

  async #deliver(): Promise<void> {
    const under = () => this.#asked.length + this.#handled.length + this.#unsent.length + this.#sent.length;
    // What arrives may cause another save after a pause.
    for (let idle = 0; idle < 3; idle = under() > 0 ? 0 : idle + 1) {
      for (const kind of ["pause", "notify", "receive"] as const) await this.take({ kind });
      for (const kind of ["handle", "answer"] as const) await this.take({ kind, pick: 0 });
    }
  }

  async take(step: Step): Promise<void> {
    const before = this.shown;
    this.#take(step);
    await settle();
    this.#asked.push(...this.#inside.service.asked.splice(0));
    this.#seen.add(this.shown);
    if (this.isUndecided) this.#seen.add(this.#inside.store.getState().draft_conflicts[this.#place]!.content.text);
    if (step.kind === "type" || step.kind === "decide" || this.shown === before || this.#typed === "") return;
    const later = this.#since === undefined ? [] : this.#history.slice(this.#since);
    if (!later.includes(this.shown)) this.lost.push(`“${this.#typed}” gave way to “${this.shown}”`);
  }

  #take(step: Step): void {
    if (step.kind === "type") this.#type(step.text);
    else if (step.kind === "elsewhere") this.#writeElsewhere(step.text);
    else if (step.kind === "decide") this.#decide(step.decision);
    else if (step.kind === "pause") this.#inside.time.advance(3000);
    else if (step.kind === "other news") this.#head++;
    else if (step.kind === "new line") this.#newLine();
    else if (step.kind === "notify") this.#notify();
    else if (step.kind === "receive") this.#receive();
    else if (step.kind === "handle") this.#handle(step.pick);
    else if (step.kind === "answer" || step.kind === "lose") this.#end(step.pick, step.kind === "answer");
  }

  #type(text: string): void {
    if (text === this.shown) return;
    this.#drafts.changeDraft(this.#place, (draft) => ({ ...draft, text }));
    this.#typed = text;
    this.#since = undefined;
  }

  #decide(decision: ConflictDecision): void {
    if (!this.isUndecided) return;
    this.#drafts.resolveConflict(this.#place, decision);
    this.#typed = this.shown;
    this.#since = undefined;
  }

  #writeElsewhere(text: string): void {
    if (text !== this.kept) this.#seen.clear();
    this.#keep(text);
  }

  /** @returns the number of the event before it */
  #keep(text: string): number {
    const seq = this.#head;
    if (text === this.kept) return seq;
    this.#history.push(text);
    this.#versions.push(seq + 1);
    this.#unsent.push(++this.#head);
    return seq;
  }

  #handle(pick: number): void {
    const [call] = this.#asked.splice(pick % Math.max(1, this.#asked.length), 1);
    if (!call) return;
    this.#handled.push({
      call,
      result:
        call.method === "saveDraft"
          ? this.#save(String(call.params.text), Number(call.params.base_version))
          : this.#list(),
    });
  }

  #save(text: string, base: number): object {
    const before = this.kept;
    this.#saved.add(text);
    if (text !== before && this.#version > base)
      return { seq: this.#head, version: this.#version, newer_draft: draftOf(before, this.#version) };
    const isOurs = text.startsWith(before) || this.#saved.has(before);
    if (text !== before && !isOurs && !this.#seen.has(before)) this.overwritten.push(`“${before}” by “${text}”`);
    const seq = this.#keep(text);
    if (text === this.#typed) this.#since ??= this.#history.length - 1;
    return { seq, version: this.#version };
  }

  #topicRow(): TopicRow {
    const topic = { message_thread_id: TOPIC, name: "Topic", icon_color: 0x6fb9f0, date: 1 };
    return { topic, position: TOPIC, can_manage: null, can_send: null, ...this.#topicState(this.kept, this.#version) };
  }

  #topicState(text: string, version: number) {
    const reading = { read_up_to: TOPIC, unread_count: 0, unread_mentions: 0 };
    return { ...reading, ...(text === "" ? {} : { draft: draftOf(text, version) }) };
  }

  #list(): object {
    if (this.#place !== CHAT) return { seq: this.#head, topics: [this.#topicRow()], has_more: false, can_create: null };
    return {
      seq: this.#head,
      chats: [{ ...row(CHAT), settings: settingsOf(this.kept, this.#version) }],
      pinned_chats: [],
    };
  }

  #end(pick: number, arrives: boolean): void {
    const [each] = this.#handled.splice(pick % Math.max(1, this.#handled.length), 1);
    if (arrives) each?.call.answer(each.result);
    else each?.call.refuse(new NetworkError());
  }

  #notify(): void {
    const seq = this.#unsent.shift();
    if (seq !== undefined) this.#sent.push({ seq, draft: this.kept, version: this.#version });
  }

  #receive(): void {
    const news = this.#sent.shift();
    if (!news) return;
    const { draft, version, seq } = news;
    this.#inside.store.setState(
      this.#place === CHAT
        ? setChatSettings(CHAT, settingsOf(draft, version), seq)
        : setTopicState(CHAT, TOPIC, this.#topicState(draft, version), seq),
    );
  }

  /** Events in transit on the old connection are lost; the new one misses nothing. */
  #newLine(): void {
    [this.#unsent, this.#sent] = [[], []];
    if (this.#place === CHAT) this.#sync.refresh().catch(() => {});
    else this.#topics.refreshLoaded();
    this.#drafts.saveUnsavedDrafts();
  }
}

function draftOf(text: string, version: number) {
  return { text, date: 1, version };
}

function settingsOf(text: string, version: number) {
  return { ...row(CHAT).settings, ...(text === "" ? {} : { draft: draftOf(text, version) }) };
}

const text = fc.constantFrom("", "a", "b", "c", "d", "e", "f", "g");
const decision = fc.constantFrom<ConflictDecision>("use", "add", "discard");
const pick = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("type", "elsewhere"), text }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom("handle", "answer"), pick }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("pause", "notify", "receive") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lose"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("decide"), decision }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("other news", "new line") }) },
);
/** A few steps, followed by a pause. */
const spell = fc.record({ steps: fc.array(step, { maxLength: 16, size: "max" }), decision });

test.each([
  ["a chat", CHAT, 2000],
  ["a topic", topicPlace(CHAT, TOPIC), 1000],
] as const)(
  "in %s no typed text is lost, and in the end the screen shows the server's draft",
  async (_name, place, numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.array(spell, { minLength: 1, maxLength: 4 }), async (spells) => {
        const stage = new Stage(place);
        for (const { steps, decision: last } of spells) {
          for (const each of steps) await stage.take(each);
          await stage.rest(last);
          expect(stage.lost).toEqual([]);
          expect(stage.overwritten).toEqual([]);
          expect(stage.isUndecided).toBe(false);
          expect(stage.shown).toBe(stage.kept);
        }
      }),
      { numRuns },
    );
  },
);

test("a topic is loaded again when the answer to its reload is lost", async () => {
  const stage = new Stage(topicPlace(CHAT, TOPIC));
  await stage.take({ kind: "elsewhere", text: "f" });
  for (const kind of ["new line", "pause"] as const) await stage.take({ kind });
  for (const kind of ["handle", "lose"] as const) await stage.take({ kind, pick: 0 });
  await stage.rest("use");
  expect(stage.shown).toBe("f");
});
