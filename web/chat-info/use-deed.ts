/** Doing something to a chat: whether it is under way, and a notice of what became of it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFaultWords } from "../rights/use-why-not.ts";
import { useNotice } from "../ui/toasts.tsx";
import { chatKey } from "./queries.ts";

interface Deed {
  readonly busy: boolean;
  /** `done` is said when it worked. @returns whether it did */
  readonly run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export function useDeed(chat_id: number): Deed {
  const queries = useQueryClient();
  const notify = useNotice();
  const words = useFaultWords();
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
        notify(words(error));
        return false;
      } finally {
        setBusy(false);
        void queries.invalidateQueries({ queryKey: chatKey(chat_id) });
      }
    },
  };
}
