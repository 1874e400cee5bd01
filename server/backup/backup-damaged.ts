/** The error of a backup that is not what was written. */

/** The message says what is damaged. */
export class BackupDamaged extends Error {}
