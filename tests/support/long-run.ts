/** Whether this is `npm run test:long`: all screens, many rounds, and PostgreSQL also where the store does not matter. */

export const LONG_RUN = process.env.LONG_RUN === "true";
