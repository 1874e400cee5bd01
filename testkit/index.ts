/** The test kit: worlds with people who speak to bots, and expectations about what the bots do. */
export { startHeliogram, type ForkOptions, type Heliogram, type StartOptions } from "./heliogram.ts";
export { expect, type BotExpectations } from "./expectations/expect.ts";
export { matchers, type BotMatchers } from "./expectations/matchers.ts";
export { CallRefused } from "./service/client.ts";
export type { TestBot } from "./bots/bot.ts";
export type { BotCall } from "./bots/bot-call.ts";
export type { BotProgram, SpawnOptions } from "./bots/program.ts";
export type { ClockState, Fault, Snapshot } from "@heliogram/shared/wire.ts";
export type { TestClock } from "./clock.ts";
export type { Target } from "./directory.ts";
export type { FaultRule, NextFaultOptions, TestFaults } from "./faults.ts";
export type {
  AnswerOptions,
  DeleteOptions,
  PlaceOptions,
  ReactOptions,
  ReplyOptions,
  TextPattern,
  WaitOptions,
} from "./expectations/criteria.ts";
export type { FileContent } from "./people/files.ts";
export type { FileOptions, InOptions, MessagesOptions, Person, SendOptions, TapOptions } from "./people/person.ts";
export type { TestTopic, TopicRef } from "./people/topics.ts";
export type { TestSnapshots } from "./snapshots.ts";
export type { BotContent, ChatContent, MemberContent, PersonContent, TestChat, WorldContent } from "./service/world.ts";
