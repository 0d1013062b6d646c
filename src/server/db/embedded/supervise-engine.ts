import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { isDiskFull } from './disk.ts'
import type { DiskCounters } from './disk-counters.ts'
import { type Engine, startEngine } from './start-engine.ts'

/** How long a connection waits for an engine that is restarting. After that, connecting fails. */
const PATIENCE_MS = 3_000

const RETRY_MS = 1_000

interface SupervisedEngine {
  /** Waits shortly if the engine is restarting; a connection attempt then shows if it is available. Never rejects. */
  ready(): Promise<void>
  /** Disables the statement timeout. Only one such work runs at a time; others wait. */
  withoutLimit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when the engine has ended and won't be restarted. Never rejects. */
  failed: Promise<DatabaseError>
  close(): Promise<void>
}

/**
 * PGlite can't cancel a statement, so after `statementLimit` milliseconds the whole engine is terminated and restarted,
 * in about half a second. The statement and those behind it fail with CONNECTION_CLOSED; nothing acknowledged is lost.
 * If PostgreSQL terminates without space for its log, it is restarted in what `makeRoom` frees, until that succeeds.
 */
export async function superviseEngine(options: {
  folder: string
  prepared: string | undefined
  inspects?: boolean | undefined
  socketPath: string
  log: Logger
  statementLimit: number
  counters: DiskCounters
  /** Frees the reserve; false if there is none. */
  makeRoom: () => boolean
}): Promise<SupervisedEngine> {
  const { folder, prepared, inspects, socketPath, log, statementLimit, counters, makeRoom } = options
  const { promise: failed, resolve: fail } = Promise.withResolvers<DatabaseError>()
  const say = logThrottled()
  let unlimited = false
  /** The work without a timeout. Never rejects. */
  let turn: Promise<unknown> = Promise.resolve()
  let closing = false
  const every = Math.min(250, statementLimit / 2)
  /** Running or being restarted. Never rejects. */
  let current: Promise<Engine | undefined>

  const giveUp = (cause: unknown) =>
    fail(new DatabaseError('The embedded database has stopped: start the server again.', { cause }))

  const start = () => startEngine({ folder, prepared, inspects, socketPath }, counters)

  /** Never rejects. */
  async function startAgain(): Promise<Engine | undefined> {
    while (!closing) {
      try {
        const engine = await start()
        if (closing) {
          await engine.close()
          return undefined
        }
        return supervise(engine)
      } catch (fault) {
        if (!isDiskFull(fault)) {
          giveUp(fault)
          return undefined
        }
        say(log, 'error', { err: fault }, 'The embedded database has no room on the disk to start again in')
        if (!makeRoom()) await wait(RETRY_MS, undefined, { ref: false })
      }
    }
    return undefined
  }

  const supervise = (engine: Engine): Engine => {
    let overran = false
    const runningFor = withoutStandstill(engine, every)
    const watch = setInterval(() => {
      const running = runningFor()
      if (overran || closing || unlimited || running < statementLimit) return
      overran = true
      log.error({ statementLimit }, 'A statement ran too long: the embedded database starts again')
      current = engine.kill().then(startAgain)
    }, every).unref()
    engine.ended.then((fault) => {
      clearInterval(watch)
      if (overran || closing) return
      if (!isDiskFull(fault)) return giveUp(fault)
      say(
        log,
        'error',
        { err: fault },
        'The disk is full: the embedded database starts again to read what is there',
      )
      makeRoom()
      current = startAgain()
    })
    return engine
  }

  current = Promise.resolve(supervise(await start()))
  return {
    async ready() {
      await Promise.race([current, wait(PATIENCE_MS, undefined, { ref: false })])
    },
    withoutLimit(work) {
      const result = turn.then(() => {
        unlimited = true
        return work().finally(() => {
          unlimited = false
        })
      })
      turn = result.catch(() => {})
      return result
    },
    failed,
    async close() {
      closing = true
      await (await current)?.close()
    },
  }
}

/**
 * Of the running statement, the milliseconds in which this process ran: while the machine or this thread stands still,
 * nothing is wrong with the statement. To be called every so many milliseconds.
 */
function withoutStandstill(engine: Engine, every: number): () => number {
  let last = performance.now()
  let stood = 0
  return () => {
    const now = performance.now()
    const [running, passed] = [engine.busyFor(), now - last]
    last = now
    if (running < passed) stood = 0
    stood += Math.max(0, Math.min(running, passed) - 2 * every)
    return running - stood
  }
}
