import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from '../../base/log.ts'
import { type RealmEvent, realmEventSchema, type ServerEvent, serverEventSchema } from './bus-events.ts'

/** How often this server checks that what it says comes back to it, in milliseconds. */
const BEAT_MS = 1_000

/** After so many checks without an answer the way counts as broken. */
const BEATS_MISSED = 3

/** Channels that one command asks for. */
const CHANNELS_AT_ONCE = 500

/** Milliseconds for what was said last. */
const CLOSING_MS = 500

/** One server's way to the others: it hears a channel for each realm that somebody has open here, and one for all servers. */
export interface RedisLink {
  sayInRealm(realmId: string, event: RealmEvent): void
  hearRealm(realmId: string): void
  leaveRealm(realmId: string): void
  sayToServers(event: ServerEvent): void
  healthy(): boolean
  close(): Promise<void>
}

/**
 * Redis' pub/sub: it keeps nothing, and the database is asked for what was lost. A channel for each realm, so that a
 * server hears, reads and parses nothing of realms in which it has nobody, however many servers and realms there are.
 */
export function createRedisLink({
  redis,
  prefix,
  log,
  beatMs = BEAT_MS,
  realm: tellRealm,
  server: tellServer,
  missed: tellMissed,
}: {
  redis: Redis
  prefix: string
  log: Logger
  beatMs?: number
  realm: (realmId: string, event: RealmEvent) => void
  server: (server: string, event: ServerEvent) => void
  missed: (realmId?: string) => void
}): RedisLink {
  /** Stands before everything that this server says, so that it knows its own words without reading them. */
  const me = randomUUID()
  const realmPrefix = `${prefix}realm:`
  const serversChannel = `${prefix}servers`
  const beatChannel = `${prefix}beat:${me}`
  const channels = new Set([beatChannel, serversChannel])

  // A connection that subscribes can do nothing else. What it has to hear is said to it anew after each connect.
  const ears = redis.duplicate({
    enableOfflineQueue: false,
    maxRetriesPerRequest: null,
    autoResubscribe: false,
  })
  let listening = false
  let beatHeardAt = Number.NEGATIVE_INFINITY
  let wasHealthy = false
  /** Something that others should have heard was lost on the way out. */
  let unsaid = false
  let lastWord: Promise<unknown> = Promise.resolve()

  /** Whether the way there and back is open, as far as the last check can tell. */
  function isOpen(): boolean {
    return (
      listening && redis.status === 'ready' && performance.now() - beatHeardAt < (BEATS_MISSED + 0.5) * beatMs
    )
  }

  /** Whether it is open and all who listen know that it is: what was said while it was not may be missed. */
  const healthy = () => wasHealthy && isOpen()

  function lose() {
    if (wasHealthy) log.warn('other servers are not heard through Redis')
    wasHealthy = false
  }

  /** A Redis that hangs takes no more than the checks: commands that wait for it would pile up. */
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

  function beat() {
    if (!isOpen()) lose()
    if (redis.status === 'ready' && listening && redis.commandQueue.length < 1_000)
      redis.publish(beatChannel, me).catch(() => {})
  }

  function heardBeat() {
    beatHeardAt = performance.now()
    if (!wasHealthy && isOpen()) {
      wasHealthy = true
      tellMissed()
    }
    if (unsaid && healthy()) {
      unsaid = false
      sayToServers({ type: 'missed' })
    }
  }

  async function listen() {
    const wanted = [...channels]
    for (let from = 0; from < wanted.length; from += CHANNELS_AT_ONCE)
      await ears.subscribe(...wanted.slice(from, from + CHANNELS_AT_ONCE))
    listening = true
    beat()
  }

  function hear(channel: string, word: string) {
    if (channel === beatChannel) return heardBeat()
    if (word.startsWith(me)) return
    const server = word.slice(0, me.length)
    const json = parse(word.slice(me.length))
    if (channel === serversChannel) {
      const { success, data } = serverEventSchema.safeParse(json)
      if (!success) return
      if (data.type === 'ask' && data.server !== undefined && data.server !== me) return
      if (data.type === 'missed') tellMissed()
      else tellServer(server, data)
    } else {
      const { success, data } = realmEventSchema.safeParse(json)
      if (success) tellRealm(channel.slice(realmPrefix.length), data)
    }
  }

  // The connection that it is a copy of says what is wrong.
  ears.on('error', () => {})
  ears.on('close', () => {
    listening = false
    // However soon it is back: what was said meanwhile was said to nobody here.
    lose()
  })
  ears.on('ready', () => void listen().catch(() => ears.disconnect(true)))
  ears.on('message', hear)
  const beating = setInterval(beat, beatMs).unref()

  return {
    sayInRealm: (realmId, event) => say(realmPrefix + realmId, JSON.stringify(event)),

    hearRealm(realmId) {
      const channel = realmPrefix + realmId
      channels.add(channel)
      if (ears.status !== 'ready') return
      // What was said before Redis took this was said to nobody here.
      ears.subscribe(channel).then(
        () => tellMissed(realmId),
        () => {},
      )
    },

    leaveRealm(realmId) {
      channels.delete(realmPrefix + realmId)
      ears.unsubscribe(realmPrefix + realmId).catch(() => {})
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
      ears.disconnect()
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
