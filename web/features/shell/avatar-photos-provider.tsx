/** Provides the newest known photos of people and chats to all avatars. */
import type { ReactNode } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { AvatarPhotosContext } from "../../ui/display/avatar-photos.ts";

export function AvatarPhotosProvider({ children }: { readonly children: ReactNode }) {
  return <AvatarPhotosContext value={useClientState((state) => state.avatar_photos)}>{children}</AvatarPhotosContext>;
}
