/** getCall: one recorded call with its parameters and response. */
import { presentCall } from "./present-call.ts";
import { logField } from "./log-pages.ts";
import { int } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { schemas } from "../engine/schemas.ts";

export const getCall = consoleMethod({
  name: "getCall",
  summary: "Returns a recorded call with its parameters and its response. Credentials are replaced by `[secret]`.",
  effect: "read",
  fields: { id: int(), log: logField() },
  result: schemas.RecordedCall,
  refusals: ["CALL_NOT_FOUND"],
  example: {
    request: { id: 1 },
    result: {
      id: 1,
      revision: 1,
      api: "bot",
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      at_ms: 1_767_225_600_000,
      method: "getMe",
      account_id: 1004,
      status: 401,
      duration_ms: 0.4,
      params: {},
      files: [],
      response: { ok: false, error_code: 401, description: "Unauthorized" },
    },
  },
  async run({ logs, fail }, { id, log = logs.id }) {
    const call = log === logs.id ? logs.calls.log.get(id) : undefined;
    return call ? presentCall(call, true) : fail("CALL_NOT_FOUND");
  },
});
