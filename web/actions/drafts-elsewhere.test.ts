/** A draft that two screens write at once: whatever comes late or in whichever order, nothing that was typed is lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { inside, row, settle, type Asked } from "../../tests/kit/web-client.ts";
import { Unreachable } from "../api/failure.ts";
import { Sync } from "../live/sync.ts";
import { takeSettings } from "../store/chats.ts";
import { draftActions } from "./drafts.ts";

const CHAT = 2;

/** What happens next; a `pick` chooses among several that are under way. */
type Step =
  | { readonly kind: "type" | "elsewhere"; readonly text: string }
  | { readonly kind: "answer" | "lose" | "handle"; readonly pick: number }
  | { readonly kind: "pause" | "other news" | "tell" | "hear" | "new line" };

/** One screen as it is, a service with one draft that another screen writes as well, and slow lines between them. */
class Stage {
  readonly #inside = inside();
  readonly #sync = new Sync(
    this.#inside,
    () => {},
    () => {},
  );
  readonly #drafts = draftActions(this.#inside, (chat_id) => void this.#sync.reread(chat_id).catch(() => {}));
  /** Every draft that the service has had. */
  readonly #history = [""];
  #head = 0;
  /** News that are not on the line yet, and those that are. */
  #untold: number[] = [];
  #told: { readonly seq: number; readonly draft: string }[] = [];
  readonly #asked: Asked[] = [];
  readonly #handled: { readonly call: Asked; readonly result: object }[] = [];
  #typed = "";
  /** Since when the service has had what was typed last. */
  #since: number | undefined;

  /** What was typed and went away before the service had it, or for what is older. */
  readonly lost: string[] = [];

  get shown(): string {
    return this.#inside.store.getState().drafts[CHAT]?.text ?? "";
  }

  get kept(): string {
    return this.#history.at(-1)!;
  }

  /** Lets everything that is under way arrive. */
  async rest(): Promise<void> {
    const under = () => this.#asked.length + this.#handled.length + this.#untold.length + this.#told.length;
    for (let round = 0; round < 3 || under() > 0; round++) {
      for (const kind of ["pause", "tell", "hear"] as const) await this.take({ kind });
      for (const kind of ["handle", "answer"] as const) await this.take({ kind, pick: 0 });
    }
  }

  async take(step: Step): Promise<void> {
    const before = this.shown;
    this.#take(step);
    await settle();
    this.#asked.push(...this.#inside.service.asked.splice(0));
    if (step.kind === "type" || this.shown === before || this.#typed === "") return;
    const later = this.#since === undefined ? [] : this.#history.slice(this.#since);
    if (!later.includes(this.shown)) this.lost.push(`“${this.#typed}” gave way to “${this.shown}”`);
  }

  #take(step: Step): void {
    if (step.kind === "type") this.#type(step.text);
    else if (step.kind === "elsewhere") this.#keep(step.text);
    else if (step.kind === "pause") this.#inside.time.advance(3000);
    else if (step.kind === "other news") this.#head++;
    else if (step.kind === "new line") this.#newLine();
    else if (step.kind === "tell") this.#tell();
    else if (step.kind === "hear") this.#hear();
    else if (step.kind === "handle") this.#handle(step.pick);
    else if (step.kind === "answer" || step.kind === "lose") this.#end(step.pick, step.kind === "answer");
  }

  #type(text: string): void {
    if (text === this.shown) return;
    this.#drafts.changeDraft(CHAT, (draft) => ({ ...draft, text }));
    this.#typed = text;
    this.#since = undefined;
  }

  /** @returns the number of the news before it */
  #keep(text: string): number {
    const seq = this.#head;
    if (text === this.kept) return seq;
    this.#history.push(text);
    this.#untold.push(++this.#head);
    return seq;
  }

  #handle(pick: number): void {
    const [call] = this.#asked.splice(pick % Math.max(1, this.#asked.length), 1);
    if (!call) return;
    this.#handled.push({
      call,
      result: call.method === "saveDraft" ? this.#save(String(call.params.text)) : this.#list(),
    });
  }

  #save(text: string): object {
    const seq = this.#keep(text);
    if (text === this.#typed) this.#since ??= this.#history.length - 1;
    return { seq };
  }

  #list(): object {
    return { seq: this.#head, chats: [{ ...row(CHAT), settings: settingsOf(this.kept) }], pinned_chats: [] };
  }

  #end(pick: number, arrives: boolean): void {
    const [each] = this.#handled.splice(pick % Math.max(1, this.#handled.length), 1);
    if (arrives) each?.call.answer(each.result);
    else each?.call.refuse(new Unreachable());
  }

  #tell(): void {
    const seq = this.#untold.shift();
    if (seq !== undefined) this.#told.push({ seq, draft: this.kept });
  }

  #hear(): void {
    const news = this.#told.shift();
    if (news) this.#inside.store.setState(takeSettings(CHAT, settingsOf(news.draft), news.seq));
  }

  /** What was on the old line is lost; from here on nothing is missed. */
  #newLine(): void {
    [this.#untold, this.#told] = [[], []];
    void this.#sync.refresh().catch(() => {});
    this.#drafts.tellDrafts();
  }
}

function settingsOf(text: string) {
  return { ...row(CHAT).settings, ...(text === "" ? {} : { draft: { text, date: 1 } }) };
}

const text = fc.constantFrom("", "a", "b", "c", "d", "e", "f", "g");
const pick = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("type", "elsewhere"), text }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom("handle", "answer"), pick }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("pause", "tell", "hear") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lose"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("other news", "new line") }) },
);
/** Some things happen, and then nothing for a while. */
const spell = fc.array(step, { maxLength: 16, size: "max" });

test("nothing that was typed is lost, and in the end the screen shows what the service keeps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(spell, { minLength: 1, maxLength: 4 }), async (spells) => {
      const stage = new Stage();
      for (const steps of spells) {
        for (const each of steps) await stage.take(each);
        await stage.rest();
        expect(stage.lost).toEqual([]);
        expect(stage.shown).toBe(stage.kept);
      }
    }),
    { numRuns: 2000 },
  );
});
