import { DrizzleQueryError } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { readEnv } from '../base/env.ts'
import { ConnectionError } from '../db/connect/connection.ts'
import { openDisk } from '../db/embedded/disk.ts'
import { sayFailure, tellFullDisk } from './say-failure.ts'

test('what ends without a word on a full disk is told as that, and everything else as what it is', () => {
  const env = readEnv({ DATA_DIR: temporaryFolder() })
  const diskWith = (bytes: bigint) => openDisk(env.DATA_DIR, new BigInt64Array([bytes]))
  // As PostgreSQL's own file system throws it.
  const wordless = { errno: 51 }
  expect(tellFullDisk(wordless, env, diskWith(1_000n))).toMatchObject({
    message: `The disk with the data folder ${env.DATA_DIR} is full: make room on it, then run this again.`,
  })
  expect(tellFullDisk(wordless, env, diskWith(10n ** 9n))).toBe(wordless)
  const onPostgresql = { ...env, DATABASE_URL: 'postgres://db/app' }
  expect(tellFullDisk(wordless, onPostgresql, diskWith(1_000n))).toBe(wordless)
})

test('of a statement that failed it is told why, and of a database that went away what to do', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const said = (cause: Error) => {
    sayFailure(new DrizzleQueryError('select secret', ['secret'], cause), { json: false, toFile: false })
    return written.mock.lastCall?.[0]
  }
  const lost = 'The connection to the database was lost: run this again once it answers.\n'
  expect(said(new ConnectionError('CONNECTION_CLOSED'))).toBe(lost)
  expect(said(Object.assign(new Error('terminating connection'), { code: '57P01' }))).toBe(lost)
  const denied = { code: '42501', severity: 'ERROR' }
  expect(said(Object.assign(new Error('permission denied for table agents'), denied))).toBe(
    'Not done: permission denied for table agents\n',
  )
})
