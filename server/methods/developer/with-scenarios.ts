/** What the methods about scenarios have in common. */
import { ScenarioError, type ScenarioRunner } from "../../developer/scenario/runner.ts";
import type { Developer } from "../../developer/developer.ts";
import { ParameterError } from "../engine/fields.ts";

/** @throws ParameterError where the scenario cannot be recorded or played */
export async function withScenarios<T>(
  { scenarios }: Developer,
  work: (runner: ScenarioRunner) => Promise<T>,
): Promise<T> {
  if (!scenarios) throw new Error("the service has not set up its scenarios");
  try {
    return await work(scenarios);
  } catch (error) {
    throw error instanceof ScenarioError ? new ParameterError(error.message) : error;
  }
}

export const SCENARIO_EXAMPLE = {
  scenario: 1,
  steps: [
    {
      person: "alice",
      does: "startBot",
      with: { user_id: "echo_bot" },
      answers: [{ bot: "echo_bot", calls: "sendMessage", with: { chat_id: "alice", text: "Welcome!" } }],
    },
  ],
} as const;
