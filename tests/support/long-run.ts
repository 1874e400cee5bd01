/** Whether this is `npm run test:long`: all screens, many rounds, and the engine that a suite leaves out otherwise. */

export const LONG_RUN = process.env.LONG_RUN === "true";
