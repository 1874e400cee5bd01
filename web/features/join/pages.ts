/** The screens behind invite links and public names, in one chunk. */
export { JoinScreen } from "./join-screen.tsx";
export { UsernameScreen } from "./username-screen.tsx";
