/** ChatPermissions as methods take them (interface.md, ChatPermissions). */
import { MEDIA_PERMISSIONS as MEDIA_FLAGS } from "@heliogram/shared/permissions.ts";
import {
  isImplied,
  PERMISSIONS,
  readPermissions,
  withFollowers,
  type Permissions,
} from "../../domain/members/permissions.ts";
import { bool, objectOf, type Field } from "../engine/fields.ts";

const NAMES = [...Object.keys(PERMISSIONS), "can_send_media_messages"];
const flag = bool();

/** The flags that were sent. `null` counts as omitted. */
export type PermissionFlags = Readonly<Record<string, boolean | undefined>>;

export function permissionsField(): Field<PermissionFlags> {
  const properties = Object.fromEntries(NAMES.map((name) => [name, flag.schema]));
  const errors = { syntax: "can't parse permissions JSON object", shape: "object expected as permissions" };
  return objectOf({ type: "object", properties }, errors, (value, _fail, { permissions }) => {
    const flags: Record<string, boolean> = {};
    for (const name of NAMES) {
      const raw = value[name];
      if (raw !== undefined && raw !== null && raw !== "") flags[name] = flag.read(raw, name);
    }
    return permissions === "as given" ? flags : asInTelegram(flags);
  });
}

/**
 * Telegram takes an implied flag that is false for an omitted one, and passes over `can_send_media_messages` beside the
 * flags for each kind.
 */
function asInTelegram(flags: Record<string, boolean>): PermissionFlags {
  const { can_send_media_messages: _all, ...others } = flags;
  const read = Object.keys(others).some((name) => (MEDIA_FLAGS as readonly string[]).includes(name)) ? others : flags;
  return Object.fromEntries(Object.entries(read).filter(([name, given]) => given || !isImplied(name)));
}

/** Unless `independent`, a flag implies omitted ones that it makes no sense without (behaviour.md §3). */
export function permissionsFrom(flags: PermissionFlags, independent: boolean | undefined): Permissions {
  return withFollowers(readPermissions(flags, independent ?? false), flags);
}
