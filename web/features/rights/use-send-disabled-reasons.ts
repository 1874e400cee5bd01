/** Why the user cannot send messages of a kind, or any message, to a chat. */
import type { Message } from "@heliogram/shared/wire.ts";
import {
  FILE_KINDS,
  canSendAnything,
  refusalToEdit,
  refusalToResend,
  refusalToSend,
  type SentKind,
} from "../../core/model/rights/sending-permissions.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { useDisabledReason } from "./use-disabled-reason.ts";

/** Each function returns `undefined` if the user may. */
export interface SendDisabledReasons {
  readonly kind: (kind: SentKind) => string | undefined;
  /** If no kind of file may be sent. */
  readonly files: () => string | undefined;
  /** If no kind of message may be sent. */
  readonly anything: () => string | undefined;
  readonly edit: (message: Message) => string | undefined;
  /** If the user may not forward these messages to the chat. */
  readonly forward: (messages: readonly Message[]) => string | undefined;
}

export function useSendDisabledReasons(row: ChatDetails): SendDisabledReasons {
  const disabledReason = useDisabledReason();
  const { can } = row;
  const reasonFor = (refusal: string | null) => (refusal === null ? undefined : disabledReason(refusal, row));
  const kind = (each: SentKind) => reasonFor(refusalToSend(can, each));
  return {
    kind,
    files: () => (FILE_KINDS.some((each) => refusalToSend(can, each) === null) ? undefined : kind("document")),
    anything: () => (canSendAnything(can) ? undefined : kind("text")),
    edit: (message) => reasonFor(refusalToEdit(row, message)),
    forward(messages) {
      const refusals = messages.map((message) => refusalToResend(can, message));
      return reasonFor(refusals.find((each) => each !== null) ?? null);
    },
  };
}
