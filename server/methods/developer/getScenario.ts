/** getScenario: what people did and bots answered, as the content of a scenario file. */
import { SCENARIO_EXAMPLE, withScenarios } from "./with-scenarios.ts";
import { described, int, optional } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const getScenario = developerMethod({
  name: "getScenario",
  summary:
    "Returns what people did and bots answered as a scenario, for `replayScenario`. Its steps are the successful calls of people that change something others see; after each are the calls of bots that change something. Ids, dates and other values that differ from run to run are replaced by names.",
  effect: "wait",
  fields: {
    after: described(
      optional(int()),
      "Only what came after this `revision` of `listCalls`. Without it, everything that is recorded.",
    ),
  },
  result: objectOfSchema({ scenario: schemas.Scenario, revision: schemas.Integer }),
  example: { request: { after: 12 }, result: { scenario: SCENARIO_EXAMPLE, revision: 15 } },
  run({ developer }, { after }) {
    return withScenarios(developer, async (runner) => {
      const { revision } = developer.calls.log;
      return { scenario: await runner.record(after), revision };
    });
  },
});
