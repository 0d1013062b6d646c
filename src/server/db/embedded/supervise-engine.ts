import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import { DatabaseError } from '../database-error.ts'
import { isDiskFull } from './disk.ts'
import type { DiskCounters } from './disk-counters.ts'
import { type Engine, startEngine } from './start-engine.ts'

/** How long a connection waits for an engine that starts again, in milliseconds; then whoever asks hears that it is away. */
const PATIENCE_MS = 3_000

/** Milliseconds between two tries to start on a disk that is full. */
const RETRY_MS = 1_000

export interface SupervisedEngine {
  /** A connection to it; while it starts again, one that waits for that a little. Never rejects: the socket itself may fail. */
  connect(): Promise<Socket>
  /** Statements may run for as long as they need while `work` goes on. One such work at a time; others wait. */
  withoutLimit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Settles when the engine has gone and won't be back. Never rejects. */
  failed: Promise<DatabaseError>
  close(): Promise<void>
}

/**
 * Starts the engine and sees to it that no statement holds it for longer than `statementLimit` milliseconds: PGlite
 * can't cancel a statement, so the whole engine is ended and started again, which takes about half a second.
 * The statement fails with CONNECTION_CLOSED, and so do those already sent behind it; nothing acknowledged is lost.
 *
 * PostgreSQL ends itself where it can't write its log for want of room. It is started again then, in the room that
 * `makeRoom` gives, until there is enough of it.
 */
export async function superviseEngine(options: {
  folder: string
  prepared: string | undefined
  socketPath: string
  log: Logger
  statementLimit: number
  counters: DiskCounters
  /** Gives up what was kept for this case. @returns whether there was anything */
  makeRoom: () => boolean
}): Promise<SupervisedEngine> {
  const { folder, prepared, socketPath, log, statementLimit, counters, makeRoom } = options
  const { promise: failed, resolve: fail } = Promise.withResolvers<DatabaseError>()
  const say = logSeldom()
  let unlimited = false
  /** The end of the unlimited work that is under way. Never rejects. */
  let turn: Promise<unknown> = Promise.resolve()
  let closing = false
  /** The engine that serves, or is about to. Never rejects. */
  let current: Promise<Engine | undefined>

  const giveUp = (cause: unknown) =>
    fail(new DatabaseError('The embedded database has stopped: start the server again.', { cause }))

  const start = () => startEngine({ folder, prepared, socketPath }, counters)

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
    async connect() {
      await Promise.race([current, wait(PATIENCE_MS, undefined, { ref: false })])
      return connect(socketPath)
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
