/** Why a person cannot send a kind of message to a chat, or anything at all, in words. */
import type { Message } from "@heliogram/shared/wire.ts";
import { FILE_KINDS, maySpeak, refusalToEdit, refusalToSay, refusalToSend, type SentKind } from "../model/sending.ts";
import type { ChatDetails } from "../store/state.ts";
import { useWhyNot } from "./use-why-not.ts";

/** Each gives nothing where the person may. */
export interface WhyNotSend {
  readonly kind: (kind: SentKind) => string | undefined;
  /** Where no kind of file may be sent. */
  readonly files: () => string | undefined;
  /** Where nothing at all may be sent. */
  readonly anything: () => string | undefined;
  readonly edit: (message: Message) => string | undefined;
  /** Saying once more what these messages say. */
  readonly forward: (messages: readonly Message[]) => string | undefined;
}

export function useWhyNotSend(row: ChatDetails): WhyNotSend {
  const whyNot = useWhyNot();
  const { can } = row;
  const words = (refusal: string | null) => (refusal === null ? undefined : whyNot(refusal, row));
  const kind = (each: SentKind) => words(refusalToSend(can, each));
  return {
    kind,
    files: () => (FILE_KINDS.some((each) => refusalToSend(can, each) === null) ? undefined : kind("document")),
    anything: () => (maySpeak(can) ? undefined : kind("text")),
    edit: (message) => words(refusalToEdit(row, message)),
    forward(messages) {
      const refusals = messages.map((message) => refusalToSay(can, message));
      return words(refusals.find((each) => each !== null) ?? null);
    },
  };
}
