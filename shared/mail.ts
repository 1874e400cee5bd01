/** Mail: the steps of a delivery to the mail server. */

/** In their order. `name`: finding the server's address by its name. */
export const MAIL_STEPS = ["name", "connection", "encryption", "sign_in", "sender", "recipient", "message"] as const;
export type MailStep = (typeof MAIL_STEPS)[number];
