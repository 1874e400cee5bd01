/** Worlds of developer mode. */

/** The name of the world of the service's options, and of the only world of a service that does not run in developer mode. */
export const MAIN_WORLD = "main";
