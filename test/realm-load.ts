import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RealmMessage } from '../src/shared/realms/realm-messages.ts'
import { sendTo } from './realm-servers.ts'
import type { Account } from './sign-in.ts'

/** Milliseconds between two messages of one writer. */
const PAUSE_MS = 20

/** How long a writer waits for an answer before it sends the same message again, to the next server, in milliseconds. */
const PATIENCE_MS = 5_000

/** How long it waits before that where it was refused at once, in milliseconds. */
const RETRY_MS = 50

/** A message that a server said it has. */
export interface Acknowledged {
  id: string
  author: string
  content: string
  number: number
}

export interface RealmLoad {
  acknowledged: readonly Acknowledged[]
  /** How often something had to be sent again, and the longest time that one message took, in milliseconds. */
  readonly retries: number
  readonly slowest: number
  /** Lets each writer bring its last message home, and ends. @throws {Error} what a writer was refused for good */
  stop(): Promise<void>
}

/**
 * Several people who write to a realm as fast as they are answered, each at their own one of the servers, and send a
 * message again under its id, to the next server, until one of them acknowledges it.
 * @param mention what every tenth message of the first of them begins with, such as an agent's `@Name`
 */
export function startRealmLoad({
  realm,
  servers,
  writers,
  mention,
}: {
  realm: string
  servers: readonly string[]
  writers: readonly Account[]
  mention?: string
}): RealmLoad {
  const acknowledged: Acknowledged[] = []
  let stopped = false
  let retries = 0
  let slowest = 0
  const loops = Promise.all(
    writers.map(async (writer, index) => {
      let server = index
      for (let round = 0; !stopped; round++) {
        const words = `message ${round} of writer ${index}`
        const content = mention && index === 0 && round % 10 === 9 ? `${mention} ${words}` : words
        const message = { id: randomUUID(), content }
        const began = performance.now()
        for (;;) {
          const number = await trySending(servers[server % servers.length] ?? '', realm, writer, message)
          if (number !== undefined) {
            acknowledged.push({ ...message, author: writer.address, number })
            break
          }
          retries++
          server++
          await wait(RETRY_MS)
        }
        slowest = Math.max(slowest, performance.now() - began)
        await wait(PAUSE_MS)
      }
    }),
  )
  // It is told by `stop`; until then it must not count as unhandled.
  loops.catch(() => {})
  return {
    acknowledged,
    get retries() {
      return retries
    },
    get slowest() {
      return slowest
    },
    async stop() {
      stopped = true
      await loops
    },
  }
}

/** The number that it got, or nothing where it has to be tried again. */
async function trySending(
  address: string,
  realm: string,
  as: Account,
  json: { id: string; content: string },
): Promise<number | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const answer = await sendTo(address)('POST', `/api/realms/${realm}/messages`, { as, json, signal })
    const body = await answer.text()
    if (answer.ok) return (JSON.parse(body) as RealmMessage).number
    if (answer.status < 500) throw new Refused(`A message was answered with ${answer.status}: ${body}`)
  } catch (error) {
    if (error instanceof Refused) throw error
  }
  return undefined
}

class Refused extends Error {}
