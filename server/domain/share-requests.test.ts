/** Reading the requests of buttons for users and chats. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RIGHTS } from "@heliogram/shared/permissions.ts";
import { readShareRequest } from "./share-requests.ts";

const anything = fc.anything({ withNullPrototype: true });
const value = fc.oneof(anything, fc.boolean(), fc.constantFrom("true", "0", "", null, "17", -1, 1, 10, 11, 2 ** 31));
const rights = fc.dictionary(fc.constantFrom(...RIGHTS, "is_anonymous", "can_fly"), value);
const raw = fc.dictionary(
  fc.constantFrom("request_users", "request_user", "request_chat", "text"),
  fc.oneof(
    anything,
    fc.dictionary(
      fc.constantFrom(
        ...["request_id", "user_is_bot", "user_is_premium", "max_quantity", "request_name", "request_username"],
        ...["request_photo", "chat_is_channel", "chat_is_forum", "chat_has_username", "chat_is_created"],
        ...["user_administrator_rights", "bot_administrator_rights", "bot_is_member", "request_title", "more"],
      ),
      fc.oneof(value, rights),
    ),
  ),
);

describe("requests of buttons", () => {
  test("whatever a button has is read as a request or answered with a sentence", () => {
    fc.assert(
      fc.property(raw, (button) => {
        const read = readShareRequest(button);
        if (typeof read === "string") return read.startsWith('field "');
        const { max_quantity = 1 } = read.request_users ?? {};
        const hasId = ({ request_id }: { readonly request_id: number }) => request_id === (request_id | 0);
        return max_quantity >= 1 && max_quantity <= 10 && Object.values(read).every(hasId);
      }),
    );
  });

  test("what was read is read the same again", () => {
    fc.assert(
      fc.property(raw, (button) => {
        const read = readShareRequest(button);
        const again = typeof read === "string" ? readShareRequest(button) : readShareRequest({ ...read });
        expect(again).toEqual(read);
      }),
    );
  });

  test("the older form asks for one user, and the first of several requests counts", () => {
    expect(readShareRequest({ request_user: { request_id: "3", max_quantity: 5, user_is_bot: "false" } })).toEqual({
      request_users: { request_id: 3, user_is_bot: false },
    });
    const both = { request_users: { request_id: 1 }, request_chat: { request_id: 2 } };
    expect(readShareRequest(both)).toEqual({ request_users: { request_id: 1 } });
    expect(readShareRequest({ request_users: null, text: "x" })).toEqual({});
  });
});
