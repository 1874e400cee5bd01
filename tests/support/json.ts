/** Any JSON response. */
// oxlint-disable-next-line no-explicit-any -- what a test expects of it is what the test asserts
export type Json = any;
