/** Worlds of one process cannot see each other: the authorization matrix across two of them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { LONG_RUN } from "../support/long-run.ts";
import type { TestService } from "../support/service.ts";
import { CALLERS } from "./callers.ts";
import { casesOf, type Case } from "./cases.ts";
import { countChanges } from "./changes.ts";
import type { Api } from "./expected.ts";
import { ACCOUNTS, CALLER, Fixtures } from "./fixtures.ts";
import { GROUP, OWNER } from "./roles.ts";
import { requestFor } from "./requests.ts";
import { runCases, SeenCodes } from "./run-cases.ts";

const METHODS: readonly [Api, Method][] = [
  ...BOT_METHODS.map((method): [Api, Method] => ["bot", method]),
  ...USER_METHODS.map((method): [Api, Method] => ["person", method]),
];
const named = (chosen: readonly [Api, Method][]) => chosen.map(([api, method]) => [api, method.name, method] as const);
const aboutChats = METHODS.filter(([, method]) => CALLERS.has(method.name));
const withCredential = METHODS.filter(([, method]) => method.access.scope !== "anyone");

/** The main world, and a further one with the same accounts and chats. */
let main: Fixtures;
let further: Fixtures;
/** A world with the same accounts and no chats, so that it has none of the ids of the others. */
let empty: TestService;
beforeAll(async () => {
  main = await Fixtures.open("memory", { developer: true });
  further = await Fixtures.fill(await main.t.further(ACCOUNTS));
  empty = await main.t.further(ACCOUNTS);
});
afterAll(() => main.t.stop());

/** Of the cases of a method that are allowed, the last; in a long run the first besides. */
function allowedCases(api: Api, method: Method): Case[] {
  const allowed = casesOf(api, method).filter(({ expected }) => expected === "ok");
  return [...new Set(LONG_RUN ? [allowed[0]!, allowed.at(-1)!] : [allowed.at(-1)!])];
}

const post = (t: TestService, api: Api, credential: string, method: string, params: object) =>
  api === "bot"
    ? t.post(`/bot${credential}/${method}`, params)
    : t.post(`/api/${method}`, params, { authorization: `Bearer ${credential}` });
const credentialOf = (t: TestService, api: Api) => (api === "bot" ? t.token(CALLER.bot) : t.accessToken(CALLER.person));

describe("what is allowed in one world", () => {
  test.each(named(aboutChats))("a %s's %s changes nothing in the other", async (api, _name, method) => {
    const before = [await countChanges(main), await countChanges({ t: empty })];
    const services = { refused: main, allowed: further };
    expect(await runCases(services, allowedCases(api, method), new SeenCodes())).toEqual([]);
    expect([await countChanges(main), await countChanges({ t: empty })]).toEqual(before);
  });

  test.each(named(aboutChats))(
    "a %s's %s is refused with the ids, files and links of the other",
    async (api, _name, method) => {
      for (const { role, chat, target } of allowedCases(api, method)) {
        const fixture = await chat(main, false);
        const found = typeof target === "function" ? await target(main) : target;
        const params = requestFor(main, fixture, method, api, role, found);
        const before = [await countChanges(main), await countChanges(further), await countChanges({ t: empty })];
        const { status, body } = await post(empty, api, credentialOf(empty, api), method.name, params);
        expect([method.name, body.ok]).toEqual([method.name, false]);
        expect([400, 403, 404]).toContain(status);
        expect([await countChanges(main), await countChanges(further), await countChanges({ t: empty })]).toEqual(
          before,
        );
      }
    },
  );
});

describe("the credentials of one world", () => {
  /** Those of a world in the form of another one, or of one that there is not. */
  const moved = (credential: string): Record<string, string> => ({
    "of the other world": credential.replace(/w\d+-/, "w2-"),
    "of no world": credential.replace(/w\d+-/, "w77-"),
    "of the main world": credential.replace(/w\d+-/, ""),
  });

  test.each(named(withCredential))("a %s's %s refuses in the form of another", async (api, _name, method) => {
    const [own, tagged] = [credentialOf(main.t, api), credentialOf(further.t, api)];
    const wrong = {
      ...moved(tagged),
      "of a further world": api === "bot" ? own.replace(":", ":w1-") : `w1-${own}`,
    };
    for (const [what, credential] of Object.entries(wrong)) {
      const { status, body } = await post(main.t, api, credential, method.name, {});
      expect([what, status, body.description]).toEqual([what, 401, "Unauthorized"]);
    }
  });

  test("a file is read by its own world alone", async () => {
    const send = async ({ t, other_chat }: Fixtures): Promise<string> => {
      const form = new FormData();
      form.set("chat_id", String(other_chat.chat_id));
      form.set("document", new Blob(["of one world"]), "notes.txt");
      const { body } = await t.post(`/bot${t.token("caller_bot")}/sendDocument`, form);
      return body.result.document.file_id;
    };
    // Both worlds have a file of the same number.
    const [file_id] = [await send(further), await send(main)];
    const { file_path } = await further.t.ok("caller_bot", "getFile", { file_id });
    const status = async (t: TestService) =>
      (await fetch(`${t.url}/file/bot${t.token("caller_bot")}/${file_path}`)).status;
    expect([await status(further.t), await status(main.t), await status(empty)]).toEqual([200, 404, 404]);
    for (const t of [main.t, empty]) expect((await t.bot("caller_bot", "getFile", { file_id })).status).toBe(400);
  });

  test("a browser's session opens its own world alone", async () => {
    const { port } = new URL(main.t.url);
    const own_sessions = async (cookie: string) => {
      const headers = { cookie: `heliogram-${port}=${cookie}`, origin: main.t.url };
      return (await main.t.post("/api/listSessions", {}, headers)).status;
    };
    const session = further.t.accessToken("caller");
    expect(await own_sessions(session)).toBe(200);
    for (const wrong of Object.values(moved(session))) expect(await own_sessions(wrong)).toBe(401);
    expect(await own_sessions(main.t.accessToken("caller"))).toBe(200);
  });

  test("an invite link is known in its own world alone", async () => {
    const { invite_link } = await further.t.as("caller", "createChatInviteLink", {
      chat_id: (await further.shared(GROUP, OWNER)).chat_id,
    });
    const join = (t: TestService) => t.person("unmet", "joinChat", { invite_link });
    expect((await join(main.t)).status).toBe(404);
    expect((await join(empty)).status).toBe(404);
    expect((await join(further.t)).status).toBe(200);
  });
});
