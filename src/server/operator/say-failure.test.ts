import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { readEnv } from '../base/env.ts'
import { openDisk } from '../db/embedded/disk.ts'
import { tellFullDisk } from './say-failure.ts'

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
