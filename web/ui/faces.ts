/** Photos that have changed since what is on the screen was read, by the ids of whom they show. */
import { createContext } from "react";

export interface FacePhoto {
  readonly small_file_id: string;
}

/** `null` where a photo was taken away. */
export type Faces = Readonly<Record<number, FacePhoto | null>>;

export const FacesContext = createContext<Faces>({});
