/**
 * The pattern of user names and public names that the service accepts: 3 to 32 characters, beginning with a letter and
 * not ending with an underscore.
 */
export const NAME_PATTERN = "@?[A-Za-z][A-Za-z0-9_]{1,30}[A-Za-z0-9]";
