import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from '../../base/log.ts'
import { type RealmEvent, realmEventSchema, type ServerEvent, serverEventSchema } from './bus-events.ts'

/** How often this server checks that what it publishes comes back to it, in milliseconds. */
const BEAT_MS = 1_000

/** The connection counts as broken after this many unanswered heartbeats. */
const BEATS_MISSED = 3

/** Maximum number of channels in one SUBSCRIBE command. */
const CHANNELS_AT_ONCE = 500

/** How long closing waits for the last event to be published, in milliseconds. */
const CLOSING_MS = 500

/**
 * The connection of one server to the others. It subscribes to one channel for each realm that is open on this server,
 * and to one channel for all servers.
 */
export interface RedisLink {
  sayInRealm(realmId: string, event: RealmEvent): void
  subscribeToRealm(realmId: string): void
  leaveRealm(realmId: string): void
  sayToServers(event: ServerEvent): void
  healthy(): boolean
  close(): Promise<void>
}

/**
 * Uses the pub/sub of Redis, which stores nothing: lost events are recovered from the database. There is a channel for
 * each realm, so that a server receives and parses nothing of realms in which it has nobody, however many servers and
 * realms there are.
 */
export function createRedisLink({
  redis,
  prefix,
  log,
  heartbeatMs = BEAT_MS,
  realm: notifyRealm,
  server: notifyServer,
  missed: notifyMissed,
}: {
  redis: Redis
  prefix: string
  log: Logger
  heartbeatMs?: number
  realm: (realmId: string, event: RealmEvent) => void
  server: (server: string, event: ServerEvent) => void
  missed: (realmId?: string) => void
}): RedisLink {
  /** The prefix of every message of this server, by which it recognises its own messages without parsing them. */
  const me = randomUUID()
  const realmPrefix = `${prefix}realm:`
  const serversChannel = `${prefix}servers`
  const heartbeatChannel = `${prefix}beat:${me}`
  const channels = new Set([heartbeatChannel, serversChannel])

  // A subscribed connection cannot send other commands. All channels are subscribed to again after each reconnect.
  const listeners = redis.duplicate({
    enableOfflineQueue: false,
    maxRetriesPerRequest: null,
    autoResubscribe: false,
  })
  let listening = false
  let heartbeatAt = Number.NEGATIVE_INFINITY
  let wasHealthy = false
  /** Whether an event could not be published and the other servers have not been told so yet. */
  let unsaid = false
  let lastWord: Promise<unknown> = Promise.resolve()

  /** Whether the round trip through Redis works, as far as the last heartbeat shows. */
  function isOpen(): boolean {
    return (
      listening &&
      redis.status === 'ready' &&
      performance.now() - heartbeatAt < (BEATS_MISSED + 0.5) * heartbeatMs
    )
  }

  /** Whether the link is open and all listeners know it; events sent while it was not may have been missed. */
  const healthy = () => wasHealthy && isOpen()

  function lose() {
    if (wasHealthy) log.warn('other servers are not heard through Redis')
    wasHealthy = false
  }

  /** While Redis hangs, only heartbeats are sent: other commands would pile up. */
  function say(channel: string, word: string) {
    if (!healthy()) {
      unsaid = true
      return
    }
    lastWord = redis.publish(channel, `${me}${word}`).catch(() => {
      unsaid = true
    })
  }

  const sayToServers = (event: ServerEvent) => say(serversChannel, JSON.stringify(event))

  function heartbeat() {
    if (!isOpen()) lose()
    if (redis.status === 'ready' && listening && redis.commandQueue.length < 1_000)
      redis.publish(heartbeatChannel, me).catch(() => {})
  }

  function receivedHeartbeat() {
    heartbeatAt = performance.now()
    if (!wasHealthy && isOpen()) {
      wasHealthy = true
      notifyMissed()
    }
    if (unsaid && healthy()) {
      unsaid = false
      sayToServers({ type: 'missed' })
    }
  }

  async function listen() {
    const wanted = [...channels]
    for (let from = 0; from < wanted.length; from += CHANNELS_AT_ONCE)
      await listeners.subscribe(...wanted.slice(from, from + CHANNELS_AT_ONCE))
    listening = true
    heartbeat()
  }

  function receive(channel: string, word: string) {
    if (channel === heartbeatChannel) return receivedHeartbeat()
    if (word.startsWith(me)) return
    const server = word.slice(0, me.length)
    const json = parse(word.slice(me.length))
    if (channel === serversChannel) {
      const { success, data } = serverEventSchema.safeParse(json)
      if (!success) return
      if (data.type === 'ask' && data.server !== undefined && data.server !== me) return
      if (data.type === 'missed') notifyMissed()
      else notifyServer(server, data)
    } else {
      const { success, data } = realmEventSchema.safeParse(json)
      if (success) notifyRealm(channel.slice(realmPrefix.length), data)
    }
  }

  // The connection that this one duplicates logs the error.
  listeners.on('error', () => {})
  listeners.on('close', () => {
    listening = false
    // However quick the reconnect, events sent in the meantime did not arrive here.
    lose()
  })
  listeners.on('ready', () => void listen().catch(() => listeners.disconnect(true)))
  listeners.on('message', receive)
  const beating = setInterval(heartbeat, heartbeatMs).unref()

  return {
    sayInRealm: (realmId, event) => say(realmPrefix + realmId, JSON.stringify(event)),

    subscribeToRealm(realmId) {
      const channel = realmPrefix + realmId
      channels.add(channel)
      if (listeners.status !== 'ready') return
      // Events published before Redis accepted the subscription did not arrive here.
      listeners.subscribe(channel).then(
        () => notifyMissed(realmId),
        () => {},
      )
    },

    leaveRealm(realmId) {
      channels.delete(realmPrefix + realmId)
      listeners.unsubscribe(realmPrefix + realmId).catch(() => {})
    },

    sayToServers,
    healthy,

    async close() {
      clearInterval(beating)
      let late: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        late = setTimeout(resolve, CLOSING_MS)
      })
      await Promise.race([lastWord, patience])
      clearTimeout(late)
      listeners.disconnect()
    },
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
