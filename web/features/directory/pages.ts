/** The pages of the directory, loaded as one chunk. */
export { DirectoryScreen } from "./directory-screen.tsx";
export { People } from "./people.tsx";
export { PublicChats } from "./public-chats.tsx";
