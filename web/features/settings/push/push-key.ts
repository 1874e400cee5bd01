/** The key of the query for the settings of pushes. */

export const PUSH = ["push"];
