import { setTimeout as wait } from 'node:timers/promises'
import { type SwarmEvent, type SwarmRun, swarmNews } from '../../../shared/swarm/swarm.ts'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import type { LiveRuns } from './live-runs.ts'

/** Of all who follow a run here. */
const say = logSeldom()

/** How often the database is asked for what another server receives, in milliseconds. */
const EVERY_MS = 500

/** And how often for what somebody does with the run at another server, while this one receives it. */
const SELDOM_MS = 2_000

/** Milliseconds until the database is asked again that did not answer. */
const RETRY_MS = 1_000

/**
 * A run from now until it is over, or until this server ends, as its events. Words that are received here come at once,
 * those of another server as it stores them. Whoever does not take what there is holds up nobody, and gets it in one
 * piece later.
 * @param read the run as this reader may see it, with what is stored; null where it is none, or none any more
 * @param gone aborted when nobody listens any more
 */
export async function* followRun(
  first: SwarmRun,
  options: {
    read: () => Promise<SwarmRun | null>
    live: LiveRuns
    log: Logger
    everyMs?: number | undefined
  },
  gone: AbortSignal,
): AsyncGenerator<SwarmEvent> {
  const { read, live, log, everyMs = EVERY_MS } = options
  const listener = live.listen(first.id)
  try {
    // What changed before somebody listened.
    let known = withWords((await read().catch(() => null)) ?? first, live)
    yield { type: 'run', run: known }
    while (known.state === 'running' && !gone.aborted) {
      const isHere = known.turns.some(
        ({ id, state }) => state === 'running' && live.wordsOf(id) !== undefined,
      )
      const heard = await listener.next(gone, isHere ? SELDOM_MS : everyMs)
      if (gone.aborted) return
      if (heard === 'said') {
        const now = withWords(known, live)
        yield* swarmNews(known, now)
        known = now
        continue
      }
      try {
        const stored = await read()
        if (!stored) return
        const now = withWords(stored, live)
        yield* swarmNews(known, now)
        known = now
      } catch (error) {
        if (heard === 'closed') return
        say(log, 'warn', { err: error, run: first.id }, 'a run can not be read for who follows it')
        await wait(RETRY_MS, undefined, { signal: gone }).catch(() => {})
      }
      // Another server goes on with it, or this one when it is back.
      if (heard === 'closed') return
    }
  } finally {
    listener.close()
  }
}

/** With what turns have said that is not stored yet; never with less than is known. */
function withWords(run: SwarmRun, live: LiveRuns): SwarmRun {
  return {
    ...run,
    turns: run.turns.map((turn) => {
      const content = turn.state === 'running' ? (live.wordsOf(turn.id) ?? '') : ''
      return content.length > turn.content.length ? { ...turn, content } : turn
    }),
  }
}
