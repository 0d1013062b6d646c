import { connect, type Socket } from 'node:net'
import type { Logger } from '../../log.ts'
import { DatabaseError } from '../database-error.ts'
import { type Engine, startEngine } from './start-engine.ts'

export interface SupervisedEngine {
  /** A connection to it; while it starts again, one that waits for that. Never rejects: the socket itself may fail. */
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
 */
export async function superviseEngine(options: {
  folder: string
  socketPath: string
  log: Logger
  statementLimit: number
}): Promise<SupervisedEngine> {
  const { folder, socketPath, log, statementLimit } = options
  const { promise: failed, resolve: fail } = Promise.withResolvers<DatabaseError>()
  let unlimited = false
  /** The end of the unlimited work that is under way. Never rejects. */
  let turn: Promise<unknown> = Promise.resolve()
  let closing = false
  /** The engine that serves, or is about to. Never rejects. */
  let current: Promise<Engine | undefined>

  const giveUp = (cause: unknown) =>
    fail(new DatabaseError('The embedded database has stopped: start the server again.', { cause }))
  const supervise = (engine: Engine): Engine => {
    let overran = false
    const watch = setInterval(
      () => {
        if (overran || closing || unlimited || engine.busyFor() < statementLimit) return
        overran = true
        log.error({ statementLimit }, 'A statement ran too long: the embedded database starts again')
        current = engine
          .kill()
          .then(() => startEngine(folder, socketPath))
          .then(supervise)
          .catch((fault) => {
            giveUp(fault)
            return undefined
          })
      },
      Math.min(250, statementLimit / 2),
    ).unref()
    engine.ended.then((fault) => {
      clearInterval(watch)
      if (!overran && !closing) giveUp(fault)
    })
    return engine
  }

  current = Promise.resolve(supervise(await startEngine(folder, socketPath)))
  return {
    async connect() {
      await current
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
