import { setTimeout as wait } from 'node:timers/promises'
import { type SwarmEvent, type SwarmRun, swarmNews } from '../../../shared/swarm/swarm.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { relayKey } from '../turns/running/reply-key.ts'
import type { ReplyRelay } from '../turns/running/reply-relay.ts'
import { type SaidSoFar, saidSoFar } from '../turns/said-so-far.ts'
import type { LiveRuns } from './live-runs.ts'
import { openTurns } from './run-access.ts'

const say = logThrottled()

/** How often the database is polled for another server's turns, in milliseconds. */
const EVERY_MS = 500

/** How often it is polled for actions at other servers on a run that this one receives, in milliseconds. */
const SELDOM_MS = 2_000

const RETRY_MS = 1_000

/** Another server's text is polled, from the relay if there is one, which has it earlier. A slow reader delays nobody, and gets the rest in one piece. */
export async function* followRun(
  first: SwarmRun,
  options: {
    read: () => Promise<SwarmRun | null>
    live: LiveRuns
    relay?: Pick<ReplyRelay, 'read'> | undefined
    log: Logger
    everyMs?: number | undefined
  },
  gone: AbortSignal,
): AsyncGenerator<SwarmEvent> {
  const { live, relay, log, everyMs = EVERY_MS } = options
  const read = () => readWith(options.read, live, relay)
  const listener = live.listen(first.id)
  try {
    // Includes changes from before the listener was added.
    let known = (await read().catch(() => null)) ?? withLive(first, live)
    let readAt = performance.now()
    yield { type: 'run', run: known }
    while (known.state === 'running' && !gone.aborted) {
      const within = isQuiet(known, live) ? SELDOM_MS : everyMs
      const received = await listener.next(gone, within)
      if (gone.aborted) return
      // Words may come without a pause, in which another server may close the run to who follows it.
      if (received === 'said' && performance.now() - readAt < within) {
        const now = withLive(known, live)
        yield* swarmNews(known, now)
        known = now
        continue
      }
      readAt = performance.now()
      try {
        const now = await read()
        if (!now) return
        yield* swarmNews(known, now)
        known = now
      } catch (error) {
        if (received === 'closed') return
        say(log, 'warn', { err: error, run: first.id }, 'a run can not be read for who follows it')
        if (received !== 'said') await wait(RETRY_MS, undefined, { signal: gone }).catch(() => {})
      }
      // The run continues on another server, or on this one after a restart.
      if (received === 'closed') return
    }
  } finally {
    listener.close()
  }
}

async function readWith(
  read: () => Promise<SwarmRun | null>,
  live: LiveRuns,
  relay: Pick<ReplyRelay, 'read'> | undefined,
): Promise<SwarmRun | null> {
  const run = await read()
  if (!run || !relay) return run && withLive(run, live)
  const elsewhere = new Map<string, SaidSoFar>()
  for (const { id, state } of run.turns) {
    if (state !== 'running' || live.find(id)) continue
    const parts = await relay
      .read(relayKey('run', { conversationId: run.id, replyId: id }))
      // The database has its beginning.
      .catch(() => [])
    elsewhere.set(id, saidSoFar(parts))
  }
  return withLive(run, live, elsewhere)
}

/** Nothing of it comes from another server but what people do there. */
function isQuiet({ turns }: SwarmRun, live: LiveRuns): boolean {
  const running = turns.filter(({ state }) => state === 'running')
  const waits = turns.some(({ state }) => state === 'waiting')
  return running.some(({ id }) => live.find(id) !== undefined) || (waits && running.length === 0)
}

/** A turn's text never gets shorter, and its calls never get fewer. */
function withLive(run: SwarmRun, live: LiveRuns, elsewhere?: ReadonlyMap<string, SaidSoFar>): SwarmRun {
  const shown = liveTurns(run, (id) => live.find(id) ?? elsewhere?.get(id))
  return run.own ? shown : openTurns(shown)
}

function liveTurns(
  run: SwarmRun,
  find: (id: string) => (SaidSoFar & { waitsUntil?: Date | null }) | undefined,
): SwarmRun {
  return {
    ...run,
    turns: run.turns.map(({ waitsUntil: _, ...turn }) => {
      const now = turn.state === 'running' ? find(turn.id) : undefined
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
