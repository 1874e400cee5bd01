/** The message whose blocks are shown: buttons and files within it act for it. */
import type { Message } from "@heliogram/shared/wire.ts";
import { createContext, use } from "react";

export const RichMessageContext = createContext<Message | undefined>(undefined);

export function useRichMessage(): Message {
  return use(RichMessageContext)!;
}
