/** Worlds in tests: calls with the tokens of a further world. */
import type { MadeWorld } from "@heliogram/shared/wire.ts";
import type { Answer, TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { until } from "../support/until.ts";

/** A further world and the calls of its bots and people. */
export interface TestWorld extends MadeWorld {
  readonly token: (username: string) => string;
  readonly accessToken: (username: string) => string;
  readonly id: (name: string) => number;
  readonly bot: (username: string, method: string, params?: object) => Promise<Answer>;
  readonly person: (username: string, method: string, params?: object) => Promise<Answer>;
}

export async function newWorld(t: TestService, params: object = {}): Promise<TestWorld> {
  return testWorld(t, await develop(t, "newWorld", params));
}

export function testWorld(t: TestService, made: MadeWorld): TestWorld {
  const { people, bots, chats } = made;
  const secrets = [...people.map(({ access_token }) => access_token), ...bots.map(({ token }) => token)];
  for (const secret of secrets) t.canary.remember(secret);
  const token = (username: string) => bots.find((bot) => bot.username === username)!.token;
  const accessToken = (username: string) => people.find((person) => person.username === username)!.access_token;
  return {
    ...made,
    token,
    accessToken,
    id: (name) =>
      ([...people, ...bots].find(({ username }) => username === name) ?? chats.find(({ title }) => title === name)!).id,
    bot: (username, method, params = {}) => t.post(`/bot${token(username)}/${method}`, params),
    person: (username, method, params = {}) =>
      t.post(`/api/${method}`, params, { authorization: `Bearer ${accessToken(username)}` }),
  };
}

/** Resolves when a long poll waits in a world. */
export async function waitingIn(t: TestService, world: string): Promise<void> {
  await until(() => t.service.worlds!.find(world).instance.components.polls.waiting, "a poll that waits");
}
