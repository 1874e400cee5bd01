/** The context through which the pages of the panel close it. */
import { createContext, use } from "react";

export const CloseContext = createContext<() => void>(() => {});

export const useClosePanel = () => use(CloseContext);
