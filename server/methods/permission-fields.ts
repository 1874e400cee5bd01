/** ChatPermissions as methods take them (interface.md, ChatPermissions). */
import { PERMISSIONS, readPermissions, type Permissions } from "../domain/members/permissions.ts";
import { bool, objectOf, type Field } from "./fields.ts";

const NAMES = [...Object.keys(PERMISSIONS), "can_send_media_messages"];
const flag = bool();

/** The flags that were given; an omitted one is false, `null` counts as omitted. */
export type GivenPermissions = Readonly<Record<string, boolean | undefined>>;

export function permissionsField(): Field<GivenPermissions> {
  const properties = Object.fromEntries(NAMES.map((name) => [name, flag.schema]));
  const errors = { syntax: "can't parse permissions JSON object", shape: "object expected as permissions" };
  return objectOf({ type: "object", properties }, errors, (value) => {
    const given: Record<string, boolean> = {};
    for (const name of NAMES) {
      const raw = value[name];
      if (raw !== undefined && raw !== null && raw !== "") given[name] = flag.read(raw, name);
    }
    return given;
  });
}

/** Unless `independent`, a flag brings the ones it makes no sense without (behaviour.md §3). */
export function permissionsFrom(given: GivenPermissions, independent: boolean | undefined): Permissions {
  return readPermissions(given, independent ?? false);
}
