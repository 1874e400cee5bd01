/** Somebody or something by a user name: a private chat opens at once, a public one can be joined. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useClient } from "../client/context.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { JoinCard } from "./join-card.tsx";

export function UsernameScreen({ username }: { readonly username: string }) {
  const { api, chats } = useClient();
  const navigate = useNavigate();
  const found = useQuery({ queryKey: ["search", username], queryFn: () => api.call("search", { query: username }) });
  const user = found.data?.users.find((each) => each.username?.toLowerCase() === username.toLowerCase());
  useEffect(() => {
    if (!user) return;
    const go = (chatId: number) => navigate({ to: "/chat/$chatId", params: { chatId }, replace: true });
    void chats.openChat(user.id).then(go, () => {});
  }, [chats, navigate, user]);
  return user || !found.data ? <Waiting /> : <JoinCard by={{ username }} />;
}
