/** Scenarios: what people did and bots answered, as it is recorded, written to files and played again. */

/** The content of a scenario file. */
export interface Scenario {
  /** The version of the form. */
  readonly scenario: 1;
  readonly steps: readonly ScenarioStep[];
}

/** A call of a person, and what bots did after it. */
export interface ScenarioStep {
  /** The user name of the person; the name of one who has none. */
  readonly person: string;
  /** A method of the user API. */
  readonly does: string;
  /** Its parameters. People, bots and chats are named; messages are referred to by the step that made them. */
  readonly with?: Readonly<Record<string, unknown>> | undefined;
  readonly files?: readonly ScenarioFile[] | undefined;
  readonly answers?: readonly ScenarioAnswer[] | undefined;
}

/** A call of a bot that changes something. */
export interface ScenarioAnswer {
  readonly bot: string;
  /** A method of the bot API. */
  readonly calls: string;
  readonly with?: Readonly<Record<string, unknown>> | undefined;
  readonly files?: readonly ScenarioFile[] | undefined;
  /** The status and description with which it was refused. */
  readonly refused?: string | undefined;
}

export interface ScenarioFile {
  readonly field: string;
  readonly size: number;
  readonly file_name?: string | undefined;
}

/** What came of playing a scenario. */
export interface Replay {
  /** Whether every step was played, and every answer was as recorded. */
  readonly is_equal: boolean;
  readonly steps: readonly ReplayedStep[];
  /** Why the steps after the last one that was played were not. */
  readonly stopped?: string;
}

export interface ReplayedStep {
  readonly person: string;
  readonly does: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly outcome: "played" | "failed" | "not_played";
  /** Why it failed, or what it waited for in vain. */
  readonly problem?: string;
  readonly answers: readonly ReplayedAnswer[];
}

/** `changed`: the same call with other parameters; `missing`: recorded only; `extra`: not recorded. */
export interface ReplayedAnswer {
  readonly outcome: "equal" | "changed" | "missing" | "extra";
  readonly recorded?: ScenarioAnswer;
  readonly actual?: ScenarioAnswer;
  /** Of a changed one. */
  readonly differences?: readonly Difference[];
}

/** A value that differs; absent on the side that has none. */
export interface Difference {
  /** As `with.text`. */
  readonly path: string;
  readonly recorded?: unknown;
  readonly actual?: unknown;
}
