import { createApp } from './app.ts'
import type { ServerParts } from './assembly/infrastructure.ts'
import { createParts, type Parts } from './assembly/parts.ts'
import { measureParts } from './assembly/telemetry.ts'

/** Nothing runs before it is requested; the sweeps are to be called periodically. */
export function assemble(given: ServerParts) {
  const parts = createParts(given)
  measureParts(parts)
  return {
    ...parts,
    app: createApp(parts),
    sweeps: sweepsOf(parts),
    closeOrphans: () => closeOrphans(parts),
    work: () => workOf(parts),
    letGo: () => letGo(parts),
    close: () => close(parts),
  }
}

function sweepsOf(parts: Parts) {
  const { agents, images } = parts
  return {
    sessions: () => parts.identity.sweepExpired(),
    // Before everything that it hid, by which it finds what is left of a wallet.
    deletions: () => parts.everythingDeletes.settle(),
    // Before the agents, because documents of deleted agents are removed in batches.
    sources: () => parts.sources.sweepDeleted(),
    // Before the conversations, which they are found by.
    files: () => parts.files.sweep(),
    agents: () => agents.sweepDeleted(),
    // After the agents, whose handles begin to rest when they are gone.
    handles: () => agents.sweepHandles(),
    names: () => parts.people.sweepRested(),
    // After the handles, which are looked at, too.
    looks: () => parts.lookAlikes.sweep(),
    handovers: () => parts.handovers.sweep(),
    conversations: () => parts.conversations.sweepDeleted(),
    memories: () => parts.memories.sweep(),
    realms: () => parts.realms.sweepDeleted(),
    briefs: () => parts.briefs.sweepDeleted(),
    swarm: () => parts.swarm.sweepDeleted(),
    images: () => images.sweepUnused(),
    // Last of those that remove what refers to files.
    storedFiles: () => parts.storedFiles.sweep(),
    webPictures: () => images.remote.rememberNamed(),
    analytics: () => parts.analytics.sweep(),
    apiKeys: () => parts.apiKeys.sweep(),
    spending: () => parts.spending.sweep(),
    modelUse: () => parts.modelUse.sweep(),
    carries: () => parts.carries.sweep(),
    toolCalls: () => parts.decisions.sweep(),
    authorizations: () => parts.authorizations.sweep(),
    rank: () => parts.rank.refresh(),
    checkpoints: () => parts.receiptLog.sweep(),
  }
}

/** Ends what a server that died left running; the only server must call it before it serves. */
async function closeOrphans({ replies, turns, swarm, readIn, decisions }: Parts): Promise<void> {
  await Promise.all([
    replies.closeOrphans(),
    turns.closeOrphans(),
    swarm.closeOrphans(),
    readIn.closeOrphans(),
  ])
  await decisions.giveUpSent(0)
}

/** What runs here by kind; a reply counts as what it belongs to, too. */
function workOf({ answers, replies, turns, swarm, stories, readIn }: Parts): Record<string, number> {
  return {
    answers: answers.running,
    replies: replies.running,
    turns: turns.running,
    runs: swarm.running,
    stories: stories.running,
    documents: readIn.isRunning ? 1 : 0,
  }
}

/** Stops everything that runs, keeping the text so far, and disconnects the clients. */
async function letGo({ replies, stories, turns, hub, swarm, readIn }: Parts): Promise<void> {
  // Answers end first, so that clients in a realm are notified.
  const realms = turns.close().then(() => hub.close())
  await Promise.all([replies.close(), stories.close(), realms, swarm.close(), readIn.close()])
}

/** To be called after everything was stopped and all requests are over: stores what is left and closes the bus. */
async function close(parts: Parts): Promise<void> {
  parts.presence.close()
  parts.decisions.close()
  parts.live.close()
  parts.everythingDeletes.close()
  await parts.images.remote.close()
  await parts.decoder.close()
  await parts.fitter.close()
  await parts.pages.close()
  await parts.variants.close()
  await parts.portraits.close()
  await parts.taken.close()
  await parts.unfurls.close()
  await parts.bus.close()
  await parts.recallIndex.close()
  await parts.receiptLog.close()
  await Promise.all([
    parts.analytics.close(),
    parts.apiKeys.close(),
    parts.ownKeys.close(),
    parts.spending.close(),
    parts.modelUse.close(),
    parts.notices.close(),
  ])
  await parts.replicas.close()
  parts.guarded.close()
  parts.toolNetwork.close()
}
