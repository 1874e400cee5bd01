/** repeatCall: runs a bot's recorded call again. */
import { presentCall } from "./present-call.ts";
import { int } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { schemas } from "../engine/schemas.ts";

export const repeatCall = developerMethod({
  name: "repeatCall",
  summary: "Runs a bot's recorded call again with the same parameters, and returns the new record.",
  effect: "wait",
  fields: { id: int() },
  result: schemas.RecordedCall,
  refusals: ["CALL_NOT_FOUND", "CALL_NOT_REPEATABLE"],
  example: {
    request: { id: 1 },
    result: {
      id: 2,
      revision: 2,
      api: "bot",
      trace_id: "0af7651916cd43dd8448eb211c80319c",
      at_ms: 1_767_225_600_000,
      method: "getMe",
      account_id: 1004,
      status: 200,
      duration_ms: 0.4,
      params: {},
      files: [],
      response: { ok: true, result: { id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" } },
    },
  },
  async run({ developer, signal, fail }, { id }) {
    const recorded = developer.calls.log.get(id) ?? fail("CALL_NOT_FOUND");
    const repeated = (await developer.repeat(recorded, signal)) ?? fail("CALL_NOT_REPEATABLE");
    return presentCall(repeated, true);
  },
});
