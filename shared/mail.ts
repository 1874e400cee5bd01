/** Mail: the steps of a delivery to the mail server, and the periods of digests. */

/** In their order. `name`: finding the server's address by its name. */
export const MAIL_STEPS = ["name", "connection", "encryption", "sign_in", "sender", "recipient", "message"] as const;
export type MailStep = (typeof MAIL_STEPS)[number];

/** How often a person can get a digest of mentions that stayed unread. */
export const DIGEST_PERIODS = ["hourly", "daily"] as const;
export type DigestPeriod = (typeof DIGEST_PERIODS)[number];
