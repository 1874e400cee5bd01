/** What the methods about worlds have in common. */
import { MAX_WORLD_NAME } from "@heliogram/shared/limits.ts";
import { described, objectOf, optional, ParameterError, text, type Field } from "../engine/fields.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

function named(description: string): Field<string> {
  const { read, schema } = text();
  return {
    schema,
    description,
    read(raw, name) {
      const value = read(raw, name);
      if (NAME.test(value)) return value;
      throw new ParameterError(`invalid ${name}: 1 to 64 letters, digits, hyphens and underscores are expected`);
    },
  };
}

export const worldField = () =>
  described(optional(text({ max: MAX_WORLD_NAME })), "The world; the main one by default.");
export const newNameField = () => optional(named("The name of the new world; by default one that is free."));
export const snapshotField = () => named("The name of the snapshot.");
export const contentField = () =>
  described(
    optional(
      objectOf(
        { type: "object" },
        { syntax: "can't parse content: a JSON object is expected", shape: "invalid content: an object is expected" },
        (value) => value,
      ),
    ),
    "What a world file contains; by default what the main world was made of. Fixed tokens in it are replaced.",
  );

export const MADE_EXAMPLE = {
  people: [{ id: 1001, name: "Alice", username: "alice", access_token: "w1-kB3x…" }],
  bots: [{ id: 1002, name: "Echo", username: "echo_bot", token: "1002:w1-7fQz…" }],
  chats: [{ id: -1_000_000_000_001, type: "supergroup", title: "Team", username: null }],
};

export const SNAPSHOT_EXAMPLE = { snapshot: "greeted", saved_at_ms: 1_767_225_600_000, bytes: 483_328 };
