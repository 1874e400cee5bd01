/** Scenarios in a service: who is in its store, and what its methods are. */
import type { Developer } from "../developer/developer.ts";
import type { Directory, MethodFacts } from "../developer/scenario/facts.ts";
import { ScenarioError } from "../developer/scenario/runner.ts";
import { Scenarios } from "../developer/scenario/scenarios.ts";
import { ASSISTANT_ID } from "../domain/bots.ts";
import { callerAsPerson } from "../http/in-process/call-as-person.ts";
import type { ApiDeps } from "../http/routes/api-deps.ts";
import type { Registry } from "../methods/engine/registry.ts";
import type { Db } from "../store/db.ts";
import { fullName } from "../domain/accounts.ts";
import { listBots } from "../store/queries/accounts/accounts.ts";
import { listPeople } from "../store/queries/accounts/people.ts";
import { chatsBelow } from "../store/queries/chats/group-list.ts";
import { readScenario } from "../world/read.ts";

/** More people or chats than a world for tests has. The others have their ids in place of names. */
const MAX_NAMED_ACCOUNTS = 10_000;

export function scenariosOf(
  developer: Developer,
  people: ApiDeps,
  bots: Pick<ApiDeps, "methods">,
  makeTraceId: () => string,
): Scenarios {
  return new Scenarios(developer, {
    methods: methodFacts(people.methods, bots.methods),
    directory: () => readDirectory(people.db),
    act: callerAsPerson(people, makeTraceId),
    read: readContent,
  });
}

function methodFacts(user: Registry, bot: Registry): MethodFacts {
  const find = (api: "bot" | "user", name: string) => (api === "user" ? user : bot).get(name.toLowerCase());
  return {
    writing(api, name) {
      const method = find(api, name);
      return method?.effect === "write" ? method.name : undefined;
    },
    typeOf(api, name, parameter) {
      const type = find(api, name)?.fields[parameter]?.schema.type;
      return typeof type === "string" ? type : undefined;
    },
  };
}

/** Names as they are now. A user name comes before a title; a name that two have is nobody's. */
async function readDirectory(db: Db): Promise<Directory> {
  const { accounts, chats } = await db.read(async (tx) => ({
    accounts: [...(await listPeople(tx, 0, MAX_NAMED_ACCOUNTS)), ...(await listBots(tx))].filter(
      ({ id }) => id !== ASSISTANT_ID,
    ),
    chats: await chatsBelow(tx, { wanted: "", below: 0, limit: MAX_NAMED_ACCOUNTS }),
  }));
  const ids = new Map<string, number>();
  const names = new Map<number, string>();
  for (const { id, username } of [...accounts, ...chats]) {
    if (username === null) continue;
    ids.set(username.toLowerCase(), id);
    names.set(id, username);
  }
  const unnamed = [
    ...accounts.map((account) => [account.id, fullName(account)] as const),
    ...chats.map(({ id, title }) => [id, title] as const),
  ].filter(([id]) => !names.has(id));
  const counts = Map.groupBy(unnamed, ([, name]) => name.toLowerCase());
  for (const [key, [only, another]] of counts) {
    if (another !== undefined || ids.has(key) || /^-?\d+$/.test(key)) continue;
    ids.set(key, only![0]);
    names.set(...only!);
  }
  return {
    nameOf: (id) => names.get(id),
    idOf: (name) => (/^-?\d+$/.test(name) ? Number(name) : ids.get(name.toLowerCase())),
  };
}

/** @throws ScenarioError that lists the problems */
function readContent(content: unknown) {
  const read = readScenario(JSON.stringify(content));
  if (read.ok) return read.scenario;
  // The content has one line.
  throw new ScenarioError(
    `invalid content: ${read.problems.map((problem) => problem.replace(/^\d+: /, "")).join("; ")}`,
  );
}
