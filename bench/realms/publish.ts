import { setImmediate as next, setTimeout as wait } from 'node:timers/promises'
import type { RealmMessage } from '../../src/shared/realms/realm-messages.ts'
import { stampedWord } from '../replies/scripted-model.ts'
import { ownUsage } from '../replies/usage.ts'

/** The messages to a measured process. */
export type PublishAsked =
  | { do: 'publish'; realms: string[]; messages: number; aSecond: number | 'as many as can be' }
  /** Milliseconds of CPU so far. */
  | { do: 'cpu' }
  /** Bytes in use, after a garbage collection. */
  | { do: 'memory' }

/** The resolution of a process's timers, in milliseconds. */
const TICK_MS = 5

/** The text that follows the timestamp in every message. */
export const filler = 'as long as what somebody says in one breath, before the others come in with theirs'

/** Answers the parent's messages to a measured process. */
export function publisher(publish: (realm: string, message: RealmMessage) => void) {
  const versions = new Map<string, number>()

  function publishTo(realm: string) {
    const version = (versions.get(realm) ?? 0) + 1
    versions.set(realm, version)
    publish(realm, messageOf(realm, version))
  }

  return {
    versionOf: (realm: string) => versions.get(realm) ?? 0,
    async answer(asked: PublishAsked) {
      if (asked.do === 'cpu') return (process.cpuUsage().user + process.cpuUsage().system) / 1000
      if (asked.do === 'memory') return ownUsage().residentBytes
      const { realms, messages, aSecond } = asked
      for (let done = 0, began = performance.now(); done < messages; ) {
        const due =
          aSecond === 'as many as can be'
            ? done + 1
            : Math.min(messages, Math.floor(((performance.now() - began) / 1000) * aSecond))
        for (; done < due; done++) {
          publishTo(realms[done % realms.length] ?? '')
          // Pending writes are flushed in between, as between two requests.
          await next()
        }
        if (aSecond !== 'as many as can be') await wait(TICK_MS)
      }
      return 'done'
    },
  }
}

/** A message as the database returns it; its text begins with the timestamp. */
function messageOf(realm: string, version: number): RealmMessage {
  return {
    kind: 'said',
    id: `00000000-0000-4000-8000-${String(version).padStart(12, '0')}`,
    conversationId: realm,
    number: version,
    version,
    author: 'BenchBenchBenchBenchBenchBenchBenchBenchBench',
    content: stampedWord() + filler,
    createdAt: '2026-11-21T14:02:00.000Z',
    removed: false,
    authorName: null,
    authorPictureUrl: null,
    replyTo: null,
  }
}
