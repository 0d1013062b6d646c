import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { createLog } from '../../src/server/base/log.ts'
import type { RealmLog } from '../../src/server/domain/realms/realm-log.ts'
import type { Realms } from '../../src/server/domain/realms/realms.ts'
import { BlockChanges } from '../../src/server/realtime/bus/block-changes.ts'
import { Bus } from '../../src/server/realtime/bus/bus.ts'
import { SessionEnds } from '../../src/server/realtime/bus/session-ends.ts'
import { Hub } from '../../src/server/realtime/hub.ts'
import { PresenceDirectory } from '../../src/server/realtime/presence/presence.ts'
import { feedRealms } from '../../src/server/realtime/rooms/feed-realms.ts'
import { RealmDirectory } from '../../src/server/realtime/rooms/realm-directory.ts'
import { SocketQuotas } from '../../src/server/realtime/sockets/socket-quotas.ts'
import type { RealmDetail } from '../../src/shared/realms/realms.ts'
import { answerParent } from '../replies/start-process.ts'
import { type PublishAsked, publisher } from './publish.ts'

/**
 * The product's delivery without what precedes it: bus, presence, rooms and hub as the server builds them, notified of
 * messages that count as stored. No HTTP, no database; every connection has a wallet of its own.
 */
const log = createLog('error')
const bus = new Bus({ log })
const presence = new PresenceDirectory({ bus })
const feed = feedRealms(bus)
const { answer, versionOf } = publisher((realm, message) => feed.changed(realm, [message]))

/** The queries of the hub to the domain; the log of each realm is empty for everybody who enters. */
const realms: Pick<Realms, 'open'> = { open: async (id) => detailOf(id) }
const realmModeration = { keptOut: async () => ({ mutes: [], bans: [] }), holdsWords: async () => false }
const realmLog: Pick<RealmLog, 'messages' | 'changesAfter' | 'versions'> = {
  messages: async (id) => ({ messages: [], hasMore: false, version: versionOf(id) }),
  changesAfter: async (id) => ({ messages: [], to: versionOf(id), more: false }),
  versions: async (ids) => new Map(ids.map((id) => [id, versionOf(id)])),
}
const sessionEnds = new SessionEnds({ bus })
const directory = new RealmDirectory({
  versions: async (ids) => new Map(ids.map((id) => [id, versionOf(id)])),
})
const most = Number.POSITIVE_INFINITY
const quotas = new SocketQuotas({
  socketsPerAddress: most,
  socketsPerWallet: most,
  realmsPerAddress: most,
  realmsPerWallet: most,
})
const hub = new Hub({
  bus,
  presence,
  realms,
  realmModeration,
  clock: () => new Date(),
  realmLog,
  directory,
  sessionEnds,
  blockChanges: new BlockChanges({ bus }),
  quotas,
  queue: { run: (_client, work) => work() },
  suspensions: { may: async () => true },
  log,
  alone: true,
})

let wallets = 0
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket, { socket: transport }) => {
  const wallet = `Bench${String(++wallets).padStart(39, '1')}`
  hub.accept({
    socket,
    transport,
    address: wallet,
    wallet,
    sessionId: null,
    forgetWallet: () => {},
    askViewer: async () => wallet,
  })
})
await once(server, 'listening')
answerParent<PublishAsked>((server.address() as AddressInfo).port, answer)

function detailOf(id: string): RealmDetail {
  return {
    id,
    name: 'Harbour',
    description: 'All ships',
    createdBy: 'Bench',
    creatorName: null,
    names: {},
    participants: [],
    createdAt: '2026-11-21T14:02:00.000Z',
    unlisted: false,
    policy: 'mentioned',
    agentTurns: 6,
    agentWords: 4000,
    slowSeconds: 0,
    agents: [],
    turnsTaken: 0,
    wordsSaid: 0,
    held: null,
  }
}
