/** Files of one account do not block those of others, even if they make workers fail (behaviour.md §5). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "heliogram/ports/clock.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { emptyFlac, emptyMatroska, endlessVideo } from "../support/looping-media.ts";
import { drawPicture } from "../support/media.ts";
import { startWorld, WORLD, type Answer, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const TIME_LIMIT_MS = 2000;
const MAX_STRIKES = 3;
const STRIKE_S = 600;
const MAX_WAITING_PER_ACCOUNT = 200;
const MAX_WAIT_MS = 30_000;
const REFUSED = { error_code: 400, reason: "BAD_MEDIA" };
const LATER = { error_code: 429, parameters: { retry_after: 5 } };
/** Bots of one person, whose files count as one account's. */
const WORLD_OF_BOTS = {
  ...WORLD,
  bots: [...WORLD.bots, { name: "Other", username: "other_bot", owner: "bob", started_by: ["bob"] }],
};

let t: TestService;
afterEach(() => t.stop());

function form(field: string, bytes: string | Uint8Array<ArrayBuffer>, chat_id: number): FormData {
  const parts = new FormData();
  parts.set("chat_id", String(chat_id));
  parts.set(field, new Blob([bytes]), "file");
  return parts;
}

const METHODS = { photo: "sendPhoto", document: "sendDocument", audio: "sendAudio", video: "sendVideo" };

/** A person or a bot sends a file to the group. */
function send(who: string, field: keyof typeof METHODS, bytes: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const parts = form(field, bytes, t.id("Team"));
  return who.endsWith("_bot")
    ? t.post(`/bot${t.token(who)}/${METHODS[field]}`, parts)
    : t.person(who, METHODS[field], parts);
}

/** Resolves when so many files occupy a worker, according to the temporary files that the workers write. */
async function hung(count: number): Promise<void> {
  await until(() => temporaryFiles("hung") === count, `${count} workers that hang`);
}

/** The number of temporary files with this content. */
function temporaryFiles(content: string): number {
  const folder = join(t.dir, "media", "tmp");
  return readdirSync(folder).filter((name) => readIfThere(join(folder, name)) === content).length;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Whether a response has arrived after the service has answered many other requests. */
async function hasCome(answer: Promise<unknown>): Promise<boolean> {
  let come = false;
  void answer.then(() => (come = true));
  for (let n = 0; n < 20; n++) await t.fetch("/healthz");
  return come;
}

describe("with files that occupy workers", () => {
  beforeEach(async () => {
    const media_worker = new URL("./faulty-worker.ts", import.meta.url);
    t = await startWorld("memory", WORLD_OF_BOTS, { media_worker, media_workers: 2 });
  });

  /** Makes an account one whose file has stopped a worker. */
  async function strike(who: string, times = 1): Promise<void> {
    for (let n = 0; n < times; n++) {
      const hanging = send(who, "photo", "hang");
      await hung(1);
      t.clock.advance(TIME_LIMIT_MS);
      expect((await hanging).body).toMatchObject(REFUSED);
    }
  }

  /** Lets the time of so many files run out, one after another. */
  async function giveUp(hanging: readonly Promise<Answer>[], count: number): Promise<void> {
    const left = new Set(hanging);
    for (const each of hanging) void each.then(() => left.delete(each));
    for (let n = 0; n < count; n++) {
      await hung(1);
      t.clock.advance(TIME_LIMIT_MS);
      await Promise.race(left);
    }
  }

  test("while files of one account hang, another account gets a response at once", async () => {
    const hanging = [send("bob", "photo", "hang")];
    await hung(1);
    for (let n = 0; n < 5; n++) hanging.push(send("bob", "photo", "hang"));
    for (let n = 0; n < 3; n++) expect((await send("carla", "document", "anything")).body.ok).toBe(true);
    expect(await hasCome(Promise.race(hanging))).toBe(false);
    await giveUp(hanging, MAX_STRIKES);
    const answers = await Promise.all(hanging);
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 429, 429, 429]);
  });

  test("accounts whose files have hung share one worker", async () => {
    await strike("bob");
    await strike("carla");
    const hanging = [send("bob", "photo", "hang"), send("carla", "photo", "hang")];
    await hung(1);
    expect((await send("alice", "document", "anything")).body.ok).toBe(true);
    expect(await hasCome(Promise.race(hanging))).toBe(false);
    await giveUp(hanging, 2);
  });

  test("a person's bots count as the person", async () => {
    const hanging = [send("bob", "photo", "hang"), send("carla", "document", "anything")];
    await Promise.all([hung(1), hanging[1]]);
    const ofBot = t.post(`/bot${t.token("other_bot")}/sendDocument`, form("document", "anything", t.id("bob")));
    expect(await hasCome(ofBot)).toBe(false);
    t.clock.advance(TIME_LIMIT_MS);
    expect((await ofBot).body.ok).toBe(true);
    expect((await hanging[0]!).body).toMatchObject(REFUSED);
  });

  test("files of an account whose files hang repeatedly are refused for a while; documents are accepted unread", async () => {
    await strike("bob", MAX_STRIKES);
    const refused = await send("bob", "photo", "anything");
    expect(refused.body).toMatchObject({ error_code: 429, parameters: { retry_after: STRIKE_S } });
    expect(refused.headers.get("retry-after")).toBe(String(STRIKE_S));
    const { document } = (await send("bob", "document", "anything")).body.result;
    expect(document).toMatchObject({ mime_type: "application/octet-stream", file_size: 8 });
    t.clock.advance(STRIKE_S * 1000);
    expect((await send("bob", "document", "anything")).body.result.document.mime_type).toMatch(/^application\/x-\d+$/);
  });

  test("the waiting files of one account are bounded, and do not affect other accounts", async () => {
    const first = send("bob", "photo", "hang");
    await hung(1);
    const waiting = Array.from({ length: MAX_WAITING_PER_ACCOUNT + 1 }, () => send("bob", "document", "anything"));
    const refused = await Promise.race(waiting);
    expect(refused.body).toMatchObject(LATER);
    expect((await send("carla", "document", "anything")).body.ok).toBe(true);
    t.clock.advance(TIME_LIMIT_MS);
    const answers = await Promise.all(waiting);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await first).body).toMatchObject(REFUSED);
  });

  test("a file that waits too long is refused", async () => {
    const timers = vi.spyOn(t.clock, "after");
    /** The files that have begun to wait for a worker. */
    const queued = () => timers.mock.calls.filter(([delay_ms]) => delay_ms === MAX_WAIT_MS).length;
    const first = send("bob", "photo", "hang");
    await hung(1);
    expect(queued()).toBe(1);
    const waiting = send("bob", "document", "anything");
    await until(() => queued() === 2, "two files that wait");
    expect(await hasCome(waiting)).toBe(false);
    t.clock.advance(MAX_WAIT_MS);
    expect((await waiting).body).toMatchObject(LATER);
    expect((await first).body).toMatchObject(REFUSED);
    expect(readdirSync(join(t.dir, "media", "tmp"))).toEqual([]);
  });
});

test.runIf(LONG_RUN)(
  "files on which the library loops are refused, and another account's photo is processed meanwhile",
  async () => {
    t = await startWorld("memory", WORLD, { clock: systemClock(), media_workers: 2 });
    const picture = Uint8Array.from(await drawPicture(640, 480, "#336699"));
    let given_up = 0;
    const looping = [
      send("bob", "audio", emptyFlac()),
      send("bob", "video", emptyMatroska("webm")),
      send("bob", "video", emptyMatroska("matroska")),
      send("bob", "video", await endlessVideo()),
      send("bob", "audio", emptyFlac()),
      send("bob", "video", emptyMatroska("webm")),
    ].map((answer) => answer.finally(() => (given_up += 1)));
    const { body } = await send("carla", "photo", picture);
    expect(body.result.photo.at(-1)).toMatchObject({ width: 640, height: 480 });
    expect(given_up).toBeLessThan(MAX_STRIKES);
    const answers = await Promise.all(looping);
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 429, 429, 429]);
    // Documents are not parsed for tracks, so nothing has to wait.
    const { document } = (await send("carla", "document", emptyMatroska("webm"))).body.result;
    expect(document.mime_type).toBe("video/webm");
  },
);
