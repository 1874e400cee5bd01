/** Names that people, groups and channels are found by, as the service takes them: 3 to 32 characters, a letter first, no underscore last. */
export const NAME_PATTERN = "@?[A-Za-z][A-Za-z0-9_]{1,30}[A-Za-z0-9]";
