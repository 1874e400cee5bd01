/** The pages of the directory, fetched together when one is opened. */
export { DirectoryScreen } from "./directory-screen.tsx";
export { People } from "./people.tsx";
export { PublicChats } from "./public-chats.tsx";
