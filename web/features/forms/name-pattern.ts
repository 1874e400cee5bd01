/** The pattern of user names and public names that the service accepts. */
import { USERNAME_PATTERN } from "@heliogram/shared/usernames.ts";

export const NAME_PATTERN = `@?${USERNAME_PATTERN}`;
