import { existsSync } from 'node:fs'
import { CommanderError } from 'commander'
import { DrizzleQueryError } from 'drizzle-orm'
import { safeMessage } from '../base/describe-error.ts'
import { type Env, EnvError } from '../base/env.ts'
import { BackupError } from '../db/backup/backup-error.ts'
import { DatabaseError } from '../db/connect/database-error.ts'
import { hasNoRoom, isDiskFull, openDisk } from '../db/embedded/disk.ts'
import { Failure } from '../domain/failure.ts'
import { exitCodes, type Output, writeResult } from './command.ts'
import { OperatorError, UsageError } from './operator-error.ts'

const LOST = 'The connection to the database was lost: run this again once it answers.'
const FULL = 'The disk is full: make room on it, or name a file on another one.'

const mends: Readonly<Record<string, string>> = {
  EROFS: 'That disk can only be read: name a file on another one.',
  EACCES: 'This user may not read or write there: allow it, or name another place.',
  EISDIR: 'That is a folder: name a file.',
  ENAMETOOLONG: 'That name is too long: name a shorter one.',
  EPIPE: 'What was to read the output ended before it had all of it.',
  CONNECTION_CLOSED: LOST,
  '57P01': LOST,
}

/** The embedded database may end without a word where it had no room, which the disk then says, as for a server. */
export function tellFullDisk(
  error: unknown,
  { DATABASE_URL, DATA_DIR }: Env,
  disk = openDisk(DATA_DIR),
): unknown {
  const isOther = DATABASE_URL !== undefined || isSaid(error) || isDiskFull(error) || !existsSync(DATA_DIR)
  if (isOther || !hasNoRoom(disk)) return error
  return new OperatorError(
    `The disk with the data folder ${DATA_DIR} is full: make room on it, then run this again.`,
    { cause: error },
  )
}

/** Says what went wrong, for a person and with `--json` for a program. @returns the exit code */
export function sayFailure(error: unknown, output: Output): number {
  const isParsers = error instanceof CommanderError
  if (isParsers && error.exitCode === 0) return exitCodes.done
  const sentence = sentenceOf(error)
  // The parser of arguments has said it to people itself.
  if (!isParsers) process.stderr.write(`${sentence}\n`)
  writeResult({ error: sentence }, output)
  const isUsage = isParsers || error instanceof EnvError || error instanceof UsageError
  return isUsage ? exitCodes.usage : exitCodes.failed
}

/**
 * Without this, output that nobody takes would end the process with a stack trace. Who ended early has read enough; a disk
 * that is full is a failure. The archive of a backup on standard output is looked after by what writes it.
 */
export function heedOutput({ toFile }: Output): void {
  let isSaid = toFile
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isSaid || error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return
    isSaid = true
    process.stderr.write(`Not all of the output could be written. ${sentenceOf(error)}\n`)
    process.exitCode = exitCodes.failed
  })
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.help') return 'Name a command: bionic --help lists them.'
    return error.message.replace(/^error: /, '').replace(/\s+/g, ' ')
  }
  if (isSaid(error)) return error.message
  if (isDiskFull(error)) return FULL
  const reason = error instanceof DrizzleQueryError && error.cause ? error.cause : error
  const { code } = (reason ?? {}) as NodeJS.ErrnoException
  return mends[code ?? ''] ?? `Not done: ${safeMessage(reason)}`
}

function isSaid(error: unknown): error is Error {
  const kinds = [CommanderError, OperatorError, EnvError, UsageError, DatabaseError, BackupError, Failure]
  return kinds.some((kind) => error instanceof kind)
}
