/** A context with photos that changed since the shown data was loaded, by user id. */
import { createContext } from "react";

export interface AvatarPhoto {
  readonly small_file_id: string;
}

/** `null` for a removed photo. */
export type AvatarPhotos = Readonly<Record<number, AvatarPhoto | null>>;

export const AvatarPhotosContext = createContext<AvatarPhotos>({});
