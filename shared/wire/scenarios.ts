/** Scenarios: what people did and bots answered, as it is recorded, written to files and played again. */
import {
  anything,
  bool,
  constant,
  int,
  list,
  named,
  note,
  object,
  oneOf,
  optional,
  str,
  type Schema,
  type TypeOf,
} from "./schema.ts";

const values: Schema<Readonly<Record<string, unknown>>> = note(
  { type: "object" },
  'The parameters. Accounts and chats are named by user name or title; a message, callback query or invite link by the step that made it, as `step 2` or `step 2 echo_bot`; a date as `in 60 s`. In an answer, `{ matches: "Order [0-9]+" }` stands for every text that the regular expression matches.',
);

const file = object({ field: str, size: int, file_name: optional(str) });
export type ScenarioFile = TypeOf<typeof file>;

const answer = object({
  bot: str,
  calls: note(str, "A method of the bot API that changes something."),
  with: optional(values),
  files: optional(list(file)),
  refused: optional(str, "The description of the error with which it was answered."),
});
/** A call of a bot that changes something. */
export type ScenarioAnswer = TypeOf<typeof answer>;

const step = object({
  person: note(str, "The user name; the name of a person who has none."),
  does: note(str, "A method of the user API."),
  with: optional(values),
  files: optional(list(file)),
  answers: optional(list(answer)),
});
/** A call of a person, and what bots did after it. */
export type ScenarioStep = TypeOf<typeof step>;

/** The content of a scenario file. */
export const Scenario = named(
  "Scenario",
  object({ scenario: note(constant(1), "The version of the form."), steps: list(step) }),
);
export type Scenario = TypeOf<typeof Scenario>;

const difference = object({
  path: note(str, "As `with.text`."),
  recorded: optional(anything),
  actual: optional(anything),
});
/** A value that differs; absent on the side that has none. */
export type Difference = TypeOf<typeof difference>;

const replayedAnswer = object({
  outcome: note(
    oneOf(["equal", "changed", "missing", "extra"]),
    "`changed`: the same call with other parameters; `missing`: only recorded; `extra`: not recorded.",
  ),
  recorded: optional(answer),
  actual: optional(answer),
  differences: optional(list(difference), "Of a changed answer."),
});
export type ReplayedAnswer = TypeOf<typeof replayedAnswer>;

const replayedStep = object({
  person: str,
  does: str,
  with: optional(values),
  outcome: oneOf(["played", "failed", "not_played"]),
  problem: optional(str, "Why it failed, or what it waited for in vain."),
  answers: list(replayedAnswer),
});
export type ReplayedStep = TypeOf<typeof replayedStep>;

/** What came of playing a scenario. */
export const Replay = named(
  "Replay",
  object({
    is_equal: note(bool, "Whether every step was played, and every answer was as recorded."),
    steps: list(replayedStep),
    stopped: optional(str, "Why the steps after the last one that was played were not."),
  }),
);
export type Replay = TypeOf<typeof Replay>;
