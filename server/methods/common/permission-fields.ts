/** ChatPermissions as methods take them (interface.md, ChatPermissions). */
import { PERMISSIONS, readPermissions, type Permissions } from "../../domain/members/permissions.ts";
import { bool, objectOf, type Field } from "../engine/fields.ts";

const NAMES = [...Object.keys(PERMISSIONS), "can_send_media_messages"];
const flag = bool();

/** The flags that were sent. An omitted one is false, and `null` counts as omitted. */
export type PermissionFlags = Readonly<Record<string, boolean | undefined>>;

export function permissionsField(): Field<PermissionFlags> {
  const properties = Object.fromEntries(NAMES.map((name) => [name, flag.schema]));
  const errors = { syntax: "can't parse permissions JSON object", shape: "object expected as permissions" };
  return objectOf({ type: "object", properties }, errors, (value) => {
    const flags: Record<string, boolean> = {};
    for (const name of NAMES) {
      const raw = value[name];
      if (raw !== undefined && raw !== null && raw !== "") flags[name] = flag.read(raw, name);
    }
    return flags;
  });
}

/** Unless `independent`, a flag implies those that it makes no sense without (behaviour.md §3). */
export function permissionsFrom(flags: PermissionFlags, independent: boolean | undefined): Permissions {
  return readPermissions(flags, independent ?? false);
}
