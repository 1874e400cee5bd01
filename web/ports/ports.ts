/** Everything the client takes from the browser it runs in, handed in once. */
import { systemClock, type Clock } from "./clock.ts";
import { browserEarly, type EarlyAnswers } from "./early.ts";
import { browserFiles, type KeptFiles } from "./kept-files.ts";
import { newKey } from "./keys.ts";
import { browserNotices, type Notices } from "./notices.ts";
import { openMicrophone, type Microphone } from "./microphone.ts";
import { findPlace, type Place } from "./place.ts";
import { saveFile } from "./save.ts";
import { browserStore, type Store } from "./storage.ts";
import { browserSurroundings, type Surroundings } from "./surroundings.ts";
import { browserWorkers, type Workers } from "./worker.ts";

export interface Ports {
  readonly clock: Clock;
  readonly newKey: () => string;
  /** By chance, 0 up to, but not including, 1. */
  readonly fraction: () => number;
  readonly storage: Store;
  readonly keptFiles: KeptFiles;
  /** The chats as they were last seen. */
  readonly keptChats: KeptFiles;
  readonly surroundings: Surroundings;
  readonly notices: Notices;
  readonly early: EarlyAnswers;
  readonly workers: Workers;
  /** @throws MicrophoneFault */
  readonly openMicrophone: () => Promise<Microphone>;
  /** Where the device is. @throws PlaceFault */
  readonly findPlace: () => Promise<Place>;
  /** Puts a file where the browser puts what is saved. */
  readonly saveFile: (blob: Blob, name: string) => void;
}

export function browserPorts(): Ports {
  const clock = systemClock();
  return {
    clock,
    newKey,
    fraction: () => Math.random(),
    storage: browserStore(),
    keptFiles: browserFiles("heliogram"),
    keptChats: browserFiles("heliogram-chats"),
    surroundings: browserSurroundings(),
    notices: browserNotices(),
    early: browserEarly(),
    workers: browserWorkers(),
    openMicrophone: () => openMicrophone(clock),
    findPlace,
    saveFile: (blob, name) => saveFile(clock, blob, name),
  };
}
