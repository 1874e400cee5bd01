/** Changing something about a chat: whether it is under way, and a notice of what became of it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain } from "../client/read-again.ts";
import { useComplain } from "../rights/use-sentence.ts";
import { useNotice } from "../ui/toasts.tsx";
import { chatKey } from "./queries.ts";

interface Change {
  readonly busy: boolean;
  /** `done` is said when it worked. @returns whether it did */
  readonly run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export function useChange(chat_id: number): Change {
  const queries = useQueryClient();
  const notify = useNotice();
  const complain = useComplain();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(work, done) {
      setBusy(true);
      try {
        await work();
        if (done !== undefined) notify(done);
        return true;
      } catch (error) {
        complain(error);
        return false;
      } finally {
        setBusy(false);
        void readAgain(queries, chatKey(chat_id));
      }
    },
  };
}
