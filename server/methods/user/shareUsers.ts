/** shareUsers: shares people or bots by a button of a bot's keyboard; the bot gets `users_shared`. */
import { MAX_SHARED_USERS } from "@heliogram/shared/limits.ts";
import { isWantedUser } from "../../domain/sharing.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { arrayOf, described, ParameterError, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { postShared, REQUEST_FIELDS, REQUEST_REFUSALS, requireRequest, showsOf } from "./share-request.ts";

export const shareUsers = userMethod({
  name: "shareUsers",
  summary:
    "Shares people or bots by a button of a bot's keyboard that asks for them. The bot gets their ids, and the names and photos it has asked for.",
  effect: "write",
  rate: "presses",
  access: { scope: "self" },
  fields: {
    ...REQUEST_FIELDS,
    user_ids: described(
      arrayOf(userId(), { max: MAX_SHARED_USERS, empty: "user identifiers are not specified" }),
      "1 to 10 different ids, as many as the button allows.",
    ),
  },
  result: schemas.Message,
  refusals: [...REQUEST_REFUSALS, "USER_NOT_SHARABLE"],
  example: {
    request: { bot_id: 1004, message_id: 8, request_id: 1, user_ids: [1002] },
    result: {
      message_id: 9,
      from: { id: 1001, is_bot: false, first_name: "Alice" },
      chat: { id: 1004, type: "private", first_name: "Echo", username: "echo_bot" },
      date: 1_767_225_600,
      users_shared: { request_id: 1, users: [{ user_id: 1002, first_name: "Bob", username: "bob" }], user_ids: [1002] },
      user_shared: { request_id: 1, user_id: 1002 },
    },
  },
  async run(call, params) {
    const { request, ...place } = await requireRequest(call, call.tx, "request_users", params);
    const { max_quantity = 1 } = request;
    const ids = [...new Set(params.user_ids)];
    if (ids.length > max_quantity)
      throw new ParameterError(`too many user_ids specified: the button asks for at most ${max_quantity}`);
    for (const id of ids) {
      const account = await findAccount(call.tx, id);
      if (!account || !isWantedUser(request, account, params.bot_id)) return call.fail("USER_NOT_SHARABLE");
    }
    const { request_id } = request;
    return postShared(call, place, { kind: "users_shared", request_id, accounts: ids, shows: showsOf(request) });
  },
});
