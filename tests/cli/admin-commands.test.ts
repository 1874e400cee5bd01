/** `heliogram bot …`, `person …` and `sign-up …` have the same effects on a running service and on a stopped one. */
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { Caller } from "../support/caller.ts";
import { PATIENCE_MS, CommandFolder, type Environment } from "../support/commands.ts";

vi.setConfig({ testTimeout: PATIENCE_MS });
const shop = new CommandFolder();
afterAll(() => shop.close());

function environment(name: string): Environment {
  return { HELIOGRAM_DATA_DIR: join(shop.dir, name), HELIOGRAM_HOST: "127.0.0.1", HELIOGRAM_PORT: "0" };
}

/** Starts the service. @returns its address and its output until then */
async function serve(env: Environment) {
  const { found, stop } = await shop.start(["serve"], env, (output) =>
    /listens on \S+\n/.test(output) ? output : undefined,
  );
  const url = /listens on (\S+)/.exec(found)![1]!;
  return { url, service: new Caller(url), stop };
}

/** Results of commands that later commands need. */
interface Scene {
  token: string;
  access: string;
  code: string;
}

interface Step {
  readonly args: readonly string[];
  /** What is on standard input. */
  readonly input?: string;
  readonly prints: unknown;
  readonly keep?: (printed: never, scene: Scene) => void;
  /** What a running service answers from then on. */
  readonly acts?: (service: Caller, scene: Scene) => Promise<void>;
}

const TOKEN = expect.stringMatching(/^\d+:[\w-]{43}$/);
const ID = expect.any(Number);
const BOB = { id: ID, name: "Bob", username: "bob", is_owner: false, suspended: false };
const LISTED_BOB = { ...BOB, has_second_factor: false };
const OLD_BOT = { id: ID, name: "old_bot", username: "old_bot", owner_id: null, suspended: false };
const COMMANDS = [{ command: "help", description: "What I can do" }];

const signIn = (service: Caller, username: string, password: string) =>
  service.person("", "signIn", { username, password });

const STEPS: readonly Step[] = [
  {
    args: ["person", "create", "--username", "alice", "--name", "Alice", "--service-owner"],
    input: "correct horse\n",
    prints: { id: ID, username: "alice" },
    async acts(service, scene) {
      const { result } = await signIn(service, "alice", "correct horse");
      scene.access = result.access_token;
      expect((await service.person(scene.access, "listPeople")).status).toBe(200);
    },
  },
  {
    args: ["person", "create", "@bob", "--name", "Bob"],
    input: "-dashes-\r\nmore",
    prints: { id: ID, username: "bob" },
    async acts(service, scene) {
      scene.access = (await signIn(service, "bob", "-dashes-")).result.access_token;
      expect((await service.person(scene.access, "listPeople")).status).toBe(403);
    },
  },
  { args: ["bot", "create", "--username", "old_bot"], prints: { id: ID, username: "old_bot", token: TOKEN } },
  {
    args: ["bot", "create", "echo_bot", "--owner", "@alice", "--name", "Echo"],
    prints: { id: ID, username: "echo_bot", token: TOKEN },
    keep: ({ token }: { token: string }, scene) => (scene.token = token),
    async acts(service, { token }) {
      expect((await service.bot(token, "getMe")).result).toMatchObject({ first_name: "Echo", username: "echo_bot" });
    },
  },
  {
    args: [
      ...["bot", "edit", "echo_bot", "--name", "Echoes", "--description", "Says it again", "--privacy", "off"],
      ...["--join-groups", "off", "--dialect", "telegram", "--commands", JSON.stringify(COMMANDS)],
      ...["--short-description", "Echo"],
    ],
    prints: {
      id: ID,
      name: "Echoes",
      username: "echo_bot",
      description: "Says it again",
      short_description: "Echo",
      privacy: false,
      topics: "off",
      can_join_groups: false,
      dialect: "telegram",
    },
    async acts(service, { token }) {
      const me = { first_name: "Echoes", can_join_groups: false, can_read_all_group_messages: true };
      expect((await service.bot(token, "getMe")).result).toMatchObject(me);
      expect((await service.bot(token, "getMyCommands")).result).toEqual(COMMANDS);
    },
  },
  {
    args: ["bot", "suspend", "echo_bot"],
    prints: { id: ID, name: "Echoes", username: "echo_bot", owner_id: ID, suspended: true },
    acts: async (service, { token }) => expect((await service.bot(token, "getMe")).status).toBe(401),
  },
  {
    args: ["bot", "restore", "@echo_bot"],
    prints: { id: ID, name: "Echoes", username: "echo_bot", owner_id: ID, suspended: false },
    acts: async (service, { token }) => expect((await service.bot(token, "getMe")).status).toBe(200),
  },
  {
    args: ["bot", "token", "--username", "echo_bot", "--yes"],
    prints: { id: ID, username: "echo_bot", token: TOKEN },
    keep({ token }: { token: string }, scene) {
      expect(token).not.toBe(scene.token);
      scene.token = token;
    },
    acts: async (service, { token }) => expect((await service.bot(token, "getMe")).status).toBe(200),
  },
  {
    args: ["bot", "list"],
    prints: [OLD_BOT, { id: ID, name: "Echoes", username: "echo_bot", owner_id: ID, suspended: false }],
  },
  { args: ["bot", "delete", "old_bot"], prints: { id: ID, deleted: true } },
  {
    args: ["person", "make-owner", "bob"],
    prints: { ...BOB, is_owner: true },
    acts: async (service, { access }) => expect((await service.person(access, "listPeople")).status).toBe(200),
  },
  {
    args: ["person", "unmake-owner", "bob"],
    prints: BOB,
    acts: async (service, { access }) => expect((await service.person(access, "listPeople")).status).toBe(403),
  },
  {
    args: ["person", "suspend", "bob"],
    prints: { ...BOB, suspended: true },
    async acts(service, { access }) {
      expect((await service.person(access, "getProfile")).status).toBe(401);
      expect((await signIn(service, "bob", "-dashes-")).status).not.toBe(200);
    },
  },
  {
    args: ["person", "restore", "bob"],
    prints: BOB,
    acts: async (service) => expect((await signIn(service, "bob", "-dashes-")).status).toBe(200),
  },
  {
    args: ["person", "reset-password", "bob"],
    prints: expect.objectContaining({ code: expect.any(String), expires_at: ID }),
    keep: ({ code }: { code: string }, scene) => (scene.code = code),
  },
  { args: ["sign-up", "show"], prints: { open: false } },
  {
    args: ["sign-up", "open"],
    prints: { open: true },
    async acts(service) {
      const form = { first_name: "Bob", username: "bob", password: "correct horse" };
      const { description } = await service.person("", "signUp", form);
      expect(description).toContain("Somebody else has this user name");
      expect((await service.person("", "getSignUp")).result).toEqual({ open: true });
    },
  },
  {
    args: ["sign-up", "close"],
    prints: { open: false },
    acts: async (service) => expect((await service.person("", "getSignUp")).result).toEqual({ open: false }),
  },
  { args: ["sign-up", "open"], prints: { open: true } },
  {
    args: ["person", "list"],
    prints: [{ ...LISTED_BOB, name: "Alice", username: "alice", is_owner: true }, LISTED_BOB],
  },
];

/** Runs every command, on a running `service` or on the store of a stopped one. */
async function walk(env: Environment, service?: Caller): Promise<Scene> {
  const scene: Scene = { token: "", access: "", code: "" };
  for (const { args, input, prints, keep, acts } of STEPS) {
    const { code, stdout, stderr } = await shop.run(args, env, input);
    expect({ code, stderr }, args.join(" ")).toEqual({ code: 0, stderr: "" });
    const printed = JSON.parse(stdout) as never;
    expect(printed, args.join(" ")).toEqual(prints);
    keep?.(printed, scene);
    if (service) await acts?.(service, scene);
  }
  return scene;
}

/** The resulting state, which must be the same in both cases. */
async function expectKept(service: Caller, { token, code }: Scene): Promise<void> {
  expect((await service.bot(token, "getMe")).result).toMatchObject({ first_name: "Echoes", can_join_groups: false });
  expect((await service.bot(token, "getMyCommands")).result).toEqual(COMMANDS);
  expect((await service.person("", "setPassword", { code, password: "another horse" })).status).toBe(200);
  const tries = await Promise.all(["-dashes-", "another horse"].map((word) => signIn(service, "bob", word)));
  expect(tries.map(({ status }) => status)).toEqual([401, 200]);
  expect((await service.person("", "getSignUp")).result).toEqual({ open: true });
  const alice = await signIn(service, "alice", "correct horse");
  const bots = await service.person(alice.result.access_token, "listBots");
  expect(bots.result.bots).toMatchObject([
    { user: { username: "echo_bot" }, description: "Says it again", privacy: false },
  ]);
}

// Each command is a process of its own, which takes a second. So a short run has them beside a running service, a long run
// on the store of a stopped one.
test.runIf(LONG_RUN)("on the store of a stopped service, which has the changes when it starts", async () => {
  const env = environment("stopped");
  const scene = await walk(env);
  const { service, stop } = await serve(env);
  await expectKept(service, scene);
  await stop();
});

test.runIf(!LONG_RUN)("beside a running service, where each takes effect at once", async () => {
  const env = environment("running");
  const { url, service, stop } = await serve(env);
  const scene = await walk(env, service);
  await expectKept(service, scene);

  // A waiting poll ends when its token is replaced, and a later one is refused.
  const poll = service.bot(scene.token, "getUpdates", { timeout: 50 });
  const renewed = await shop.run(["bot", "token", "echo_bot", "--yes"], env);
  expect((await poll).status).toBe(401);
  const { token } = JSON.parse(renewed.stdout) as { token: string };
  const last = service.bot(token, "getUpdates", { timeout: 50 });
  expect((await shop.run(["bot", "delete", "echo_bot"], env)).code).toBe(0);
  expect((await last).status).toBe(401);

  // The link of a reset uses the address on which the service listens.
  const reset = await shop.run(["person", "reset-password", "bob"], env);
  const { link, code } = JSON.parse(reset.stdout) as { link: string; code: string };
  expect(link).toBe(`${url}/reset/${code}`);

  // A second service on the same folder is refused and does not affect the first.
  const second = await shop.run(["serve"], env);
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toMatch(/^heliogram: the store cannot be opened: [^\n]* is open in another process\n$/);
  expect((await shop.run(["bot", "list"], env)).stdout).toBe("[]\n");
  await stop();
  expect((await shop.run(["bot", "list"], env)).stdout, "where it no longer runs").toBe("[]\n");
});

test("links begin with the configured public addresses", async () => {
  const env = { ...environment("public"), HELIOGRAM_PUBLIC_URL: "https://chat.example/" };
  expect((await shop.run(["person", "create", "bob"], env, "correct horse")).code).toBe(0);
  const { stdout } = await shop.run(["person", "reset-password", "bob"], env);
  const { link, code } = JSON.parse(stdout) as { link: string; code: string };
  expect(link).toBe(`https://chat.example/reset/${code}`);
});
