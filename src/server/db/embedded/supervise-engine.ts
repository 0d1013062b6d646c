import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { isDiskFull } from './disk.ts'
import type { DiskCounters } from './disk-counters.ts'
import { type Engine, startEngine } from './start-engine.ts'

/** How long a connection waits for an engine that is restarting, in milliseconds. After that, connecting fails. */
const PATIENCE_MS = 3_000

const RETRY_MS = 1_000

interface SupervisedEngine {
  /**
   * Waits for a short time if the engine is restarting; a connection attempt then shows whether it is available. Never
   * rejects.
   */
  ready(): Promise<void>
  /** Disables the statement timeout while `work` runs. Only one such work runs at a time; others wait. */
  withoutLimit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when the engine has ended and won't be restarted. Never rejects. */
  failed: Promise<DatabaseError>
  close(): Promise<void>
}

/**
 * Starts the engine and enforces the timeout of `statementLimit` milliseconds: PGlite can't cancel a statement, so the
 * whole engine is terminated and restarted, which takes about half a second. The statement fails with
 * CONNECTION_CLOSED, and so do those already queued behind it; nothing acknowledged is lost.
 *
 * PostgreSQL terminates if it has no space to write its log. It is then restarted in the space that `makeRoom` frees;
 * if that is not enough, the start is retried until it succeeds.
 */
export async function superviseEngine(options: {
  folder: string
  prepared: string | undefined
  socketPath: string
  log: Logger
  statementLimit: number
  counters: DiskCounters
  /**
   * Frees the reserve for this case.
   * @returns whether there was any
   */
  makeRoom: () => boolean
}): Promise<SupervisedEngine> {
  const { folder, prepared, socketPath, log, statementLimit, counters, makeRoom } = options
  const { promise: failed, resolve: fail } = Promise.withResolvers<DatabaseError>()
  const say = logThrottled()
  let unlimited = false
  /** Settles when the running work without a timeout ends. Never rejects. */
  let turn: Promise<unknown> = Promise.resolve()
  let closing = false
  /** The engine that is running or being restarted. Never rejects. */
  let current: Promise<Engine | undefined>

  const giveUp = (cause: unknown) =>
    fail(new DatabaseError('The embedded database has stopped: start the server again.', { cause }))

  const start = () => startEngine({ folder, prepared, socketPath }, counters)

  /** Restarts the engine. Never rejects. */
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
    const watch = setInterval(
      () => {
        if (overran || closing || unlimited || engine.busyFor() < statementLimit) return
        overran = true
        log.error({ statementLimit }, 'A statement ran too long: the embedded database starts again')
        current = engine.kill().then(startAgain)
      },
      Math.min(250, statementLimit / 2),
    ).unref()
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
