/** The card at the top of a profile page: avatar, names and actions. */
import type { ComponentProps, ReactNode } from "react";
import { nameOf } from "../../core/model/people/names.ts";
import { Avatar } from "../display/avatar.tsx";

interface ProfileCardProps {
  readonly user: Parameters<typeof nameOf>[0] & {
    readonly id: number;
    readonly username?: string;
    readonly photo?: ComponentProps<typeof Avatar>["photo"];
  };
  readonly children: ReactNode;
}

export function ProfileCard({ user, children }: ProfileCardProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-2xl bg-surface p-5 shadow-xs shadow-shade">
      <Avatar id={user.id} name={nameOf(user)} photo={user.photo} />
      <div className="min-w-0 flex-1 basis-28">
        <p className="truncate text-lg font-semibold" dir="auto">
          {nameOf(user)}
        </p>
        <p className="truncate text-soft" dir="ltr">
          @{user.username}
        </p>
      </div>
      {children}
    </div>
  );
}
