/** The worlds of the process: made, copied, set back, saved and dropped. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { CopyPlus, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { MadeWorld } from "@heliogram/shared/wire.ts";
import { callDeveloper } from "../../core/api/developer-api.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyField } from "../../ui/clipboard/copy-field.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { NameForm } from "./name-form.tsx";
import { PageColumn } from "./page-column.tsx";
import { MAIN_WORLD } from "../../core/model/chats/developer-search.ts";
import { useWorld } from "./use-world.ts";
import { useWorlds, WORLDS_KEY } from "./use-worlds.ts";
import { Snapshots } from "./world-snapshots.tsx";

export function WorldsPage() {
  const { world } = useWorld();
  const [made, setMade] = useState<MadeWorld>();
  const isMain = world === MAIN_WORLD;
  return (
    <PageColumn>
      <Section
        title={isMain ? <Trans>The main world</Trans> : <Trans>The world {world}</Trans>}
        hint={
          <Trans>A world has its own people, bots, chats, clock, faults and records. The pages show this one.</Trans>
        }
      >
        <WorldActions onMade={setMade} />
      </Section>
      {made && <Tokens made={made} />}
      <Section title={<Trans>Snapshots</Trans>} hint={<Trans>Everything that is stored, and the clock.</Trans>}>
        <Snapshots key={world} />
      </Section>
      <Section title={<Trans>All worlds</Trans>}>
        <WorldList />
        <NewWorldForm onMade={setMade} />
      </Section>
    </PageColumn>
  );
}

interface Made {
  readonly onMade: (made: MadeWorld) => void;
}

function WorldActions({ onMade }: Made) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const showErrorToast = useErrorToast();
  const { world, call, key } = useWorld();
  const [asked, setAsked] = useState<"reset" | "drop">();
  const { mutate, isPending } = useMutation({
    async mutationFn(what: "reset" | "drop" | "copy") {
      if (what === "copy") onMade(await call("forkWorld", {}));
      else await call(what === "reset" ? "resetWorld" : "dropWorld", {});
      if (what === "drop") void navigate({ to: "/developer/worlds", search: { world: MAIN_WORLD } });
    },
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: WORLDS_KEY }),
        queries.invalidateQueries({ queryKey: key() }),
      ]),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="soft" disabled={isPending} onClick={() => mutate("copy")}>
        <CopyPlus aria-hidden className="size-4" />
        <Trans>Copy this world</Trans>
      </Button>
      <Button variant="soft" disabled={isPending} onClick={() => setAsked("reset")}>
        <RotateCcw aria-hidden className="size-4" />
        <Trans>Set back to the beginning</Trans>
      </Button>
      {world !== MAIN_WORLD && (
        <Button variant="soft" disabled={isPending} onClick={() => setAsked("drop")}>
          <Trash2 aria-hidden className="size-4" />
          <Trans>Drop</Trans>
        </Button>
      )}
      <Alert
        open={asked === "reset"}
        onClose={() => setAsked(undefined)}
        title={t`Set this world back?`}
        close={t`Cancel`}
        action={{ label: t`Set back`, onDo: () => mutate("reset") }}
      >
        <Trans>What has happened since it was made is lost. Its tokens keep working.</Trans>
      </Alert>
      <Alert
        open={asked === "drop"}
        onClose={() => setAsked(undefined)}
        title={t`Drop this world?`}
        close={t`Cancel`}
        action={{ label: t`Drop`, onDo: () => mutate("drop") }}
      >
        <Trans>Everything in it is lost, and its tokens are unknown from then on.</Trans>
      </Alert>
    </div>
  );
}

/** The tokens of the bots of a new world, which are told once. */
function Tokens({ made }: { readonly made: MadeWorld }) {
  const { t } = useLingui();
  return (
    <Section
      title={<Trans>Made: {made.world}</Trans>}
      hint={<Trans>The tokens of its bots work in this world alone, at the same address. They are shown once.</Trans>}
    >
      <div className="flex flex-col gap-3">
        {made.bots.map(({ id, name, token }) => (
          <CopyField key={id} label={t`Token of ${name}`} text={token} />
        ))}
        <Link to="." search={{ world: made.world }} className="self-start text-accent underline">
          <Trans>Show this world</Trans>
        </Link>
      </div>
    </Section>
  );
}

function WorldList() {
  const { t } = useLingui();
  const worlds = useWorlds();
  const { world: shown } = useWorld();
  return (
    <ul ref={arrowList} aria-label={t`All worlds`} className="divide-y divide-line">
      {worlds.map(({ world, snapshots }) => (
        <li key={world} className="flex flex-wrap items-center gap-3 py-2">
          <Link
            to="."
            search={{ world }}
            className="touch-link min-w-0 font-medium text-accent underline [overflow-wrap:anywhere]"
          >
            {world === MAIN_WORLD ? <Trans>Main world</Trans> : <bdi>{world}</bdi>}
          </Link>
          {world === shown && (
            <Tag variant="accent">
              <Trans>Shown</Trans>
            </Tag>
          )}
          {snapshots.length > 0 && (
            <span className="ms-auto text-sm text-soft">
              <Plural value={snapshots.length} one="# snapshot" other="# snapshots" />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function NewWorldForm({ onMade }: Made) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const make = async (name: string) => {
    onMade(await callDeveloper("newWorld", name === "" ? {} : { name }));
    await queries.invalidateQueries({ queryKey: WORLDS_KEY });
  };
  return (
    <NameForm label={t`Name of a new world`} isOptional onSubmit={make}>
      <Trans>Make a world</Trans>
    </NameForm>
  );
}
