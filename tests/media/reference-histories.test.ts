/** After any history of sends, copies, edits and deletions, exactly the referenced blobs are on disk. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import {
  storedBlobs,
  advanceUntilRemoved,
  maintenanceRounds,
  sendDocument,
  sha256,
  withFile,
} from "../support/maintenance.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

type Repeat = "resend" | "forward" | "copy" | "album" | "rich";
type Step =
  | { readonly do: "send"; readonly content: number; readonly chat: number }
  | { readonly do: Repeat; readonly of: number; readonly chat: number }
  | { readonly do: "edit"; readonly of: number; readonly content: number }
  | { readonly do: "delete"; readonly of: number }
  | { readonly do: "drop" }
  | { readonly do: "day" };

const content = fc.integer({ min: 1, max: 5 });
const chat = fc.integer({ min: 0, max: 2 });
const of = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("send" as const), content, chat }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom<Repeat[]>("resend", "forward", "copy", "album", "rich"), of, chat }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit" as const), of, content }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("delete" as const), of }) },
  { weight: 1, arbitrary: fc.constantFrom<Step[]>({ do: "drop" }, { do: "day" }) },
);

/** An existing message, in the model of the test. */
interface Standing {
  readonly chat: number;
  readonly message_id: number;
  readonly file_id: string;
  content: string;
  /** The content of the first file of a rich message, whose last file is the other one. */
  readonly first?: string | undefined;
}

/** Runs a history on its own chats. */
class History {
  readonly #t: TestService;
  readonly #run: number;
  /** Chats, by the numbers of the steps. The last may be dropped. */
  chats: number[] = [];
  standing: Standing[] = [];

  constructor(t: TestService, run: number) {
    this.#t = t;
    this.#run = run;
  }

  async open(): Promise<void> {
    for (const title of ["A", "B", "C"]) await this.#openChat(title);
  }

  async #openChat(title: string): Promise<void> {
    const { chat } = await this.#t.as("alice", "createChat", { type: "supergroup", title });
    await this.#t.as("alice", "addMember", { chat_id: chat.id, user_id: this.#t.id("guard_bot") });
    this.chats.push(chat.id);
  }

  async take(step: Step): Promise<void> {
    if (step.do === "day") return advanceUntilRemoved(this.#t);
    if (step.do === "drop") return this.#drop();
    return this.#change(step);
  }

  async #change(step: Exclude<Step, { readonly do: "day" } | { readonly do: "drop" }>): Promise<void> {
    if (step.do === "send") {
      const said = `${this.#run}: ${step.content}`;
      this.#note(await sendDocument(this.#t, "guard_bot", this.chats[step.chat]!, said), said);
      return;
    }
    const target = this.standing[step.of % Math.max(1, this.standing.length)];
    if (!target) return;
    if (step.do === "delete") await this.#delete(target);
    else if (step.do === "edit") await this.#edit(target, `${this.#run}: ${step.content}`);
    else await this.#repeat(step.do, target, this.chats[step.chat]!);
  }

  #guard(method: string, params: object): Promise<Json> {
    return this.#t.ok("guard_bot", method, params);
  }

  #note(message: Json, said: string, first?: string): void {
    const { chat, message_id, rich_message, document = rich_message.blocks.at(-1).document } = message;
    this.standing.push({ chat: chat.id, message_id, file_id: document.file_id, content: said, first });
  }

  async #repeat(how: Repeat, target: Standing, chat_id: number): Promise<void> {
    const { file_id, message_id, content: said, first } = target;
    const source = { chat_id, from_chat_id: target.chat, message_id };
    if (how === "resend") this.#note(await this.#guard("sendDocument", { chat_id, document: file_id }), said);
    if (how === "forward") this.#note(await this.#guard("forwardMessage", source), said, first);
    if (how === "copy") {
      const copy = await this.#guard("copyMessage", source);
      this.standing.push({ ...target, chat: chat_id, message_id: copy.message_id });
    }
    if (how === "rich") {
      const [other] = this.standing;
      const blocks = [other!.file_id, file_id].map((media) => ({ type: "document", document: { media } }));
      this.#note(await this.#guard("sendRichMessage", { chat_id, rich_message: { blocks } }), said, other!.content);
    }
    if (how !== "album") return;
    const media = [file_id, file_id].map((each) => ({ type: "document", media: each }));
    for (const each of await this.#guard("sendMediaGroup", { chat_id, media })) this.#note(each, said);
  }

  async #edit(target: Standing, said: string): Promise<void> {
    const media = JSON.stringify({ type: "document", media: "attach://part" });
    const place = { chat_id: target.chat, message_id: target.message_id, media };
    const answer = await this.#t.bot(
      "guard_bot",
      "editMessageMedia",
      withFile({ ...place, part: new TextEncoder().encode(said) }),
    );
    // Forwarded messages cannot be edited.
    if (!answer.body.ok) return;
    const { document } = answer.body.result;
    this.standing = this.standing.map((each) =>
      each === target ? { ...each, file_id: document.file_id, content: said, first: undefined } : each,
    );
  }

  async #delete(target: Standing): Promise<void> {
    await this.#guard("deleteMessage", { chat_id: target.chat, message_id: target.message_id });
    this.standing = this.standing.filter((each) => each !== target);
  }

  async #drop(): Promise<void> {
    const chat_id = this.chats.pop()!;
    await this.#t.as("alice", "deleteChat", { chat_id });
    this.standing = this.standing.filter((each) => each.chat !== chat_id);
    await this.#openChat("Next");
  }

  expected(): Set<string> {
    return new Set(this.standing.flatMap(({ content: said, first = said }) => [sha256(said), sha256(first)]));
  }
}

describe.each(enginesInTurn())("on %s", (engine) => {
  let t: TestService;
  let run = 0;
  beforeAll(async () => {
    t = await startWorld(engine, undefined, { dialect: "telegram" });
  });
  afterAll(() => t.stop());

  /** Files without a reference that nobody has released: they would stay until a sweep comes by. */
  async function unreleased(): Promise<Json[]> {
    return t.service.db.read((tx) =>
      tx.all(
        sqlRead(`select id from file f where not exists (select 1 from message m where m.file_id = f.id)
        and not exists (select 1 from rich_file m where m.file_id = f.id)
        and not exists (select 1 from released_file r where r.file_id = f.id)`),
      ),
    );
  }

  test("the blobs on disk are the referenced ones", { timeout: 120_000 }, async () => {
    const all: History[] = [];
    const expected = () => new Set(all.flatMap((each) => [...each.expected()]));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        const history = new History(t, ++run);
        all.push(history);
        await history.open();
        for (const each of steps) {
          await history.take(each);
          const there = await storedBlobs(t);
          expect([...expected()].filter((blob) => !there.has(blob))).toEqual([]);
        }
        expect(await unreleased()).toEqual([]);
      }),
      { numRuns: LONG_RUN ? 10 : 3, seed: 20_260_101 },
    );
    // Files of deleted chats are released first.
    await maintenanceRounds(t, 1);
    await advanceUntilRemoved(t);
    expect([...(await storedBlobs(t))].sort()).toEqual([...expected()].sort());
    expect(expected().size).toBeGreaterThan(LONG_RUN ? 5 : 0);

    // An uncounted reference is detected.
    const [said] = expected();
    await t.service.db.write((tx) =>
      tx.run(
        sqlWrite("update message set file_id = null where file_id in (select file_id from file_blob where sha256 = ?)"),
        said!,
      ),
    );
    expect(await unreleased()).not.toEqual([]);
    await advanceUntilRemoved(t);
    expect([...(await storedBlobs(t))].sort()).not.toEqual([...expected()].sort());
  });
});
