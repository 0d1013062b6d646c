import { setTimeout as wait } from 'node:timers/promises'
import { type SwarmEvent, type SwarmRun, swarmNews } from '../../../shared/swarm/swarm.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { LiveRuns } from './live-runs.ts'
import { openTurns } from './run-access.ts'

const say = logThrottled()

/** How often the database is polled for another server's turns, in milliseconds. */
const EVERY_MS = 500

/** How often it is polled for actions at other servers on a run that this one receives, in milliseconds. */
const SELDOM_MS = 2_000

const RETRY_MS = 1_000

/** Another server's text follows when it is stored. A slow reader delays nobody, and gets the rest in one piece. */
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
    // Includes changes from before the listener was added.
    let known = withLive((await read().catch(() => null)) ?? first, live)
    yield { type: 'run', run: known }
    while (known.state === 'running' && !gone.aborted) {
      const received = await listener.next(gone, isQuiet(known, live) ? SELDOM_MS : everyMs)
      if (gone.aborted) return
      if (received === 'said') {
        const now = withLive(known, live)
        yield* swarmNews(known, now)
        known = now
        continue
      }
      try {
        const stored = await read()
        if (!stored) return
        const now = withLive(stored, live)
        yield* swarmNews(known, now)
        known = now
      } catch (error) {
        if (received === 'closed') return
        say(log, 'warn', { err: error, run: first.id }, 'a run can not be read for who follows it')
        await wait(RETRY_MS, undefined, { signal: gone }).catch(() => {})
      }
      // The run continues on another server, or on this one after a restart.
      if (received === 'closed') return
    }
  } finally {
    listener.close()
  }
}

/** Nothing of it comes from another server but what people do there. */
function isQuiet({ turns }: SwarmRun, live: LiveRuns): boolean {
  const running = turns.filter(({ state }) => state === 'running')
  const waits = turns.some(({ state }) => state === 'waiting')
  return running.some(({ id }) => live.find(id) !== undefined) || (waits && running.length === 0)
}

/** A turn's text never gets shorter, and its calls never get fewer. */
function withLive(run: SwarmRun, live: LiveRuns): SwarmRun {
  const shown = liveTurns(run, live)
  return run.own ? shown : openTurns(shown)
}

function liveTurns(run: SwarmRun, live: LiveRuns): SwarmRun {
  return {
    ...run,
    turns: run.turns.map(({ waitsUntil: _, ...turn }) => {
      const now = turn.state === 'running' ? live.find(turn.id) : undefined
      if (!now) return turn
      const longer = now.content.length > turn.content.length && {
        content: now.content,
        ...(now.sources && { sources: [...now.sources] }),
      }
      const had = turn.ownCalls ?? turn.calls ?? []
      const calls = now.calls && now.calls.length >= had.length && { ownCalls: [...now.calls] }
      return {
        ...turn,
        ...longer,
        ...calls,
        ...(now.waitsUntil && { waitsUntil: now.waitsUntil.toISOString() }),
      }
    }),
  }
}
