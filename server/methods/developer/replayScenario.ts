/** replayScenario: plays a scenario to the bots that run, and compares their answers. */
import { SCENARIO_EXAMPLE, withScenarios } from "./with-scenarios.ts";
import { described, float, objectOf, optional, ParameterError } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { schemas } from "../engine/schemas.ts";

const DEFAULT_TIMEOUT_S = 10;
const MAX_TIMEOUT_S = 600;
const DEFAULT_QUIET_S = 0.2;
const MAX_QUIET_S = 60;

const content = objectOf(
  schemas.Scenario,
  { syntax: "can't parse content: a JSON object is expected", shape: "invalid content: an object is expected" },
  (value) => value,
);

export const replayScenario = developerMethod({
  name: "replayScenario",
  summary:
    "Plays the steps of a scenario as its people, waits after each for the bots, and compares what they answered with what was recorded. Photos and other files are replaced by some of the same names and sizes.",
  effect: "wait",
  fields: {
    content: described(content, "What a scenario file contains."),
    timeout: described(
      optional(float()),
      `Seconds to wait for an answer while nothing happens, up to ${MAX_TIMEOUT_S}; ${DEFAULT_TIMEOUT_S} by default.`,
    ),
    quiet: described(
      optional(float()),
      `Seconds in which nothing must happen after the answers of a step, up to ${MAX_QUIET_S}; ${DEFAULT_QUIET_S} by default.`,
    ),
  },
  result: schemas.Replay,
  example: {
    request: { content: SCENARIO_EXAMPLE },
    result: {
      is_equal: false,
      steps: [
        {
          person: "alice",
          does: "startBot",
          with: { user_id: "echo_bot" },
          outcome: "played",
          answers: [
            {
              outcome: "changed",
              recorded: SCENARIO_EXAMPLE.steps[0].answers[0],
              actual: { bot: "echo_bot", calls: "sendMessage", with: { chat_id: "alice", text: "Hello!" } },
              differences: [{ path: "with.text", recorded: "Welcome!", actual: "Hello!" }],
            },
          ],
        },
      ],
    },
  },
  run({ developer, signal }, params) {
    const limits = {
      timeout_ms: milliseconds("timeout", params.timeout, DEFAULT_TIMEOUT_S, MAX_TIMEOUT_S),
      quiet_ms: milliseconds("quiet", params.quiet, DEFAULT_QUIET_S, MAX_QUIET_S),
    };
    return withScenarios(developer, (runner) => runner.replay(params.content, limits, signal));
  },
});

/** @throws ParameterError */
function milliseconds(name: string, given: number | undefined, usual: number, most: number): number {
  const seconds = given ?? usual;
  if (seconds >= 0 && seconds <= most) return seconds * 1000;
  throw new ParameterError(`invalid ${name}: 0 to ${most} seconds are expected`);
}
