/** The dialog for creating a topic or editing one: its name, colour and emoji. */
import { TOPIC_ICONS } from "@heliogram/shared/topic-icons.ts";
import { MAX_TOPIC_NAME, TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import type { Topic } from "@heliogram/shared/wire.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { Type } from "lucide-react";
import type { ReactNode } from "react";
import { useClient } from "../../core/client/context.tsx";
import { GENERAL } from "../../core/model/chats/place.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { hexOf } from "./topic-icon.tsx";

interface TopicDialogProps {
  readonly chat_id: number;
  readonly open: boolean;
  /** The topic to edit; without one, a topic is created. */
  readonly topic: Topic | undefined;
  readonly onClose: () => void;
  readonly onCreated?: (thread_id: number) => void;
}

export function TopicDialog({ open, topic, onClose, ...props }: TopicDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={topic ? t`Edit topic` : t`New topic`}>
      <TopicForm key={topic?.message_thread_id} topic={topic} onClose={onClose} {...props} />
    </Dialog>
  );
}

function TopicForm({ chat_id, topic, onClose, onCreated }: Omit<TopicDialogProps, "open">) {
  const { t } = useLingui();
  const save = useSave(chat_id, topic);
  const isGeneral = topic?.message_thread_id === GENERAL;
  const form = useForm(async ({ name = "", icon = "", color }) => {
    const created = await save({ name: name.trim(), icon, color: Number(color) });
    onClose();
    if (created !== undefined) onCreated?.(created);
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4 px-5 pb-5">
      <TextField
        label={t`Name`}
        name="name"
        required
        maxLength={MAX_TOPIC_NAME}
        defaultValue={topic?.name ?? ""}
        autoFocus
        dir="auto"
        autoComplete="off"
      />
      {!topic && <Colors />}
      {!isGeneral && <Icons chosen={topic?.icon_custom_emoji_id ?? ""} />}
      <FormError error={form.error} />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={form.busy}>
          {topic ? <Trans>Save</Trans> : <Trans>Make topic</Trans>}
        </Button>
      </div>
    </form>
  );
}

interface TopicLook {
  readonly name: string;
  readonly icon: string;
  readonly color: number;
}

/** @returns a function that creates the topic, and returns its id, or changes what is new of it */
function useSave(chat_id: number, topic: Topic | undefined): (look: TopicLook) => Promise<number | undefined> {
  const { api, topics } = useClient();
  return async ({ name, icon, color }) => {
    if (!topic) {
      const icons = icon === "" ? {} : { icon_custom_emoji_id: icon };
      const made = await api.call("createForumTopic", { chat_id, name, icon_color: color, ...icons });
      await topics.loadSomeTopics(chat_id, [made.message_thread_id]).catch(() => {});
      return made.message_thread_id;
    }
    const renamed = name === topic.name ? {} : { name };
    if (topic.message_thread_id === GENERAL) {
      if (renamed.name !== undefined) await api.call("editGeneralForumTopic", { chat_id, name });
      return undefined;
    }
    const changed = {
      ...renamed,
      ...(icon === (topic.icon_custom_emoji_id ?? "") ? {} : { icon_custom_emoji_id: icon }),
    };
    if (Object.keys(changed).length > 0) {
      await api.call("editForumTopic", { chat_id, message_thread_id: topic.message_thread_id, ...changed });
    }
    return undefined;
  };
}

function Colors() {
  const { t } = useLingui();
  const names = [t`Blue`, t`Yellow`, t`Violet`, t`Green`, t`Pink`, t`Red`];
  return (
    <Choices legend={<Trans>Colour</Trans>}>
      {TOPIC_COLORS.map((color, index) => (
        <Choice key={color} name="color" value={String(color)} label={names[index]!} isChosen={index === 0}>
          <span className="size-6 rounded-lg" style={{ background: hexOf(color) }} />
        </Choice>
      ))}
    </Choices>
  );
}

function Icons({ chosen }: { readonly chosen: string }) {
  const { t } = useLingui();
  return (
    <Choices legend={<Trans>Icon</Trans>}>
      <Choice name="icon" value="" label={t`First letter of the name`} isChosen={chosen === ""}>
        <Type className="size-5" />
      </Choice>
      {Object.entries(TOPIC_ICONS).map(([id, emoji]) => (
        <Choice key={id} name="icon" value={id} label={emoji} isChosen={chosen === id}>
          <span className="text-xl">{emoji}</span>
        </Choice>
      ))}
    </Choices>
  );
}

function Choices({ legend, children }: { readonly legend: ReactNode; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex max-h-44 flex-wrap gap-1 overflow-y-auto p-0.5">{children}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly children: ReactNode;
}

function Choice({ name, value, label, isChosen, children }: ChoiceProps) {
  return (
    <label className="relative grid size-10 cursor-pointer place-items-center pointer-coarse:size-11" title={label}>
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isChosen}
        aria-label={label}
        className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
      />
      <span
        aria-hidden
        className="grid size-full place-items-center rounded-xl border-2 border-transparent peer-checked:border-accent peer-checked:bg-selected peer-hover:bg-hover peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
      >
        {children}
      </span>
    </label>
  );
}
