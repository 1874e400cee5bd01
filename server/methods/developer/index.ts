/** The methods of the developer API. */
import type { Method } from "../engine/method.ts";
import { addFault } from "./addFault.ts";
import { advanceClock } from "./advanceClock.ts";
import { callBot } from "./callBot.ts";
import { dropWorld } from "./dropWorld.ts";
import { exportWorld } from "./exportWorld.ts";
import { forkWorld } from "./forkWorld.ts";
import { freezeClock } from "./freezeClock.ts";
import { getCall } from "./getCall.ts";
import { listCallFiles } from "./listCallFiles.ts";
import { getClock } from "./getClock.ts";
import { getRecording } from "./getRecording.ts";
import { getScenario } from "./getScenario.ts";
import { listBots } from "./listBots.ts";
import { listLinkPreviews } from "./listLinkPreviews.ts";
import { listPeople } from "./listPeople.ts";
import { repeatCall } from "./repeatCall.ts";
import { listCalls } from "./listCalls.ts";
import { listFaults } from "./listFaults.ts";
import { listFindings } from "./listFindings.ts";
import { listSnapshots } from "./listSnapshots.ts";
import { listUpdates } from "./listUpdates.ts";
import { listWebhookAttempts } from "./listWebhookAttempts.ts";
import { listWebhooks } from "./listWebhooks.ts";
import { listWorlds } from "./listWorlds.ts";
import { newWorld } from "./newWorld.ts";
import { openSession } from "./openSession.ts";
import { pauseWebhook } from "./pauseWebhook.ts";
import { redeliver } from "./redeliver.ts";
import { removeAllFaults } from "./removeAllFaults.ts";
import { removeFault } from "./removeFault.ts";
import { replayScenario } from "./replayScenario.ts";
import { resetWorld } from "./resetWorld.ts";
import { restoreSnapshot } from "./restoreSnapshot.ts";
import { resumeClock } from "./resumeClock.ts";
import { resumeWebhook } from "./resumeWebhook.ts";
import { retryWebhook } from "./retryWebhook.ts";
import { runToNextTimer } from "./runToNextTimer.ts";
import { saveSnapshot } from "./saveSnapshot.ts";
import { setClock } from "./setClock.ts";
import { setRecording } from "./setRecording.ts";

export const DEVELOPER_METHODS: readonly Method[] = [
  listCalls,
  getCall,
  listCallFiles,
  repeatCall,
  callBot,
  listUpdates,
  listFindings,
  listWebhookAttempts,
  listLinkPreviews,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  retryWebhook,
  redeliver,
  getRecording,
  setRecording,
  getClock,
  freezeClock,
  resumeClock,
  advanceClock,
  runToNextTimer,
  setClock,
  addFault,
  listFaults,
  removeFault,
  removeAllFaults,
  listBots,
  listPeople,
  openSession,
  getScenario,
  replayScenario,
  newWorld,
  listWorlds,
  dropWorld,
  saveSnapshot,
  restoreSnapshot,
  listSnapshots,
  forkWorld,
  resetWorld,
  exportWorld,
];
