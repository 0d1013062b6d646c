import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { testDatabaseVariables } from '../../../test/database.ts'
import { sqlTag } from '../../../test/sql-tag.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { readEnv } from '../base/env.ts'
import { createLog } from '../base/log.ts'
import { openEmbeddedTarget } from '../db/backup/embedded-target.ts'
import { openBackupSource, writeBackupFile } from '../db/backup/write-backup.ts'
import { connectDatabase } from '../db/open/open-database.ts'
import { openDatabase } from '../open-database.ts'
import { addCheck, addRepair } from './check.ts'
import type { AddCommand, Operator } from './command.ts'
import { addDeskLog } from './desk-log.ts'
import { addDoctor } from './doctor.ts'
import { addMoveFiles } from './move-files.ts'
import { addRenewReceiptKey } from './renew-receipt-key.ts'
import { addRotateKeys } from './rotate-keys.ts'
import { addUpgrade } from './upgrade.ts'

const log = createLog('silent')
const HALF = /^This database is half restored from a backup: run “bionic restore” with the same file again/

/** Runs a command in this process. @returns the first thing that it refuses or is at fault; undefined if it does its work */
async function refusal(add: AddCommand, words: string[], variables: Record<string, string>) {
  const faults: string[] = []
  const operator: Operator = {
    ...{ env: readEnv(variables), log, say() {}, note() {}, fail() {} },
    result(value) {
      const { advice = [] } = value as { advice?: { check: string; state: string; says: string }[] }
      faults.push(...advice.flatMap((one) => (one.check === 'database.opens' ? [one.says] : [])))
    },
  }
  const program = new Command().exitOverride()
  add(
    program,
    (action) =>
      (...given) =>
        action(operator, ...given),
  )
  await program
    .parseAsync(words, { from: 'user' })
    .catch((error: unknown) => faults.push(error instanceof Error ? error.message : ''))
  return faults[0]
}

const looking: [AddCommand, ...string[]][] = [
  [addCheck, 'check'],
  [addDeskLog, 'desk-log'],
  [addDoctor, 'doctor', '--no-model'],
  [addUpgrade, 'upgrade', '--plan'],
]
const changing: [AddCommand, ...string[]][] = [
  [addRepair, 'repair'],
  [addMoveFiles, 'move-files'],
  [addRotateKeys, 'rotate-keys'],
  [addRenewReceiptKey, 'renew-receipt-key'],
]

/** A migrated, empty database of the kind that the run is for, with `change` done to it. */
async function placeWith(change: string) {
  const folder = temporaryFolder()
  const variables = {
    DATA_DIR: join(folder, 'data'),
    FILES: `disk:${join(folder, 'files')}`,
    SECRET_KEY: 'xabcdefg'.repeat(4),
  }
  Object.assign(variables, await testDatabaseVariables())
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = readEnv(variables)
  mkdirSync(dataDir, { recursive: true })
  const database = await connectDatabase({ databaseUrl, dataDir, log })
  await sqlTag(database.db).unsafe(change)
  await database.close()
  return { folder, variables }
}

test('no command works with a database that is half restored, and no backup is made of it', async () => {
  const { folder, variables } = await placeWith('create schema bionic_restore')
  for (const [add, ...words] of [...looking, ...changing])
    expect.soft(await refusal(add, words, variables), words.join(' ')).toMatch(HALF)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = readEnv(variables)
  const source = await openBackupSource({ databaseUrl, dataDir })
  await expect(writeBackupFile(source, join(folder, 'half.zip'))).rejects.toThrow(HALF)
  expect(readdirSync(folder).filter((name) => name.includes('.zip'))).toEqual([])
})

test('no command but a backup works with a database that a newer version has changed', async () => {
  const { variables } = await placeWith(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
  )
  for (const [add, ...words] of [...looking, ...changing])
    expect
      .soft(await refusal(add, words, variables), words.join(' '))
      .toMatch(/^The database was changed by a version of Bionic of 2100-01-01 or later/)
})

test('nothing is encrypted under a secret that no server has', async () => {
  const { folder, variables } = await placeWith('select 1')
  const { SECRET_KEY: _, ...others } = variables
  for (const [add, word] of [
    [addRotateKeys, 'rotate-keys'] as const,
    [addRenewReceiptKey, 'renew-receipt-key'] as const,
  ])
    expect
      .soft(await refusal(add, [word], others), word)
      .toMatch(/^No secret is set, .*: set SECRET_KEY or DATA_DIR to that of the server\.$/)
  expect(readdirSync(folder, { recursive: true })).not.toContain(join('data', 'secret.key'))
})

test('of a database that is not Bionic’s, check and repair say so', async () => {
  const { variables } = await placeWith('drop schema if exists drizzle cascade')
  for (const [add, word] of [[addCheck, 'check'] as const, [addRepair, 'repair'] as const])
    expect.soft(await refusal(add, [word], variables)).toMatch(/^This database has no tables of Bionic/)
})

test('no server and no command takes a folder for a new place in which a restore was cut at its first moment', async () => {
  const dataDir = temporaryFolder()
  const target = await openEmbeddedTarget(dataDir, { isRestore: true, hasTables: true })
  // As if the process had been killed here: closing in order puts nothing else on the disk than the database.
  await target.close()
  const prepare = { web: async () => {}, database: async () => {} }
  const variables = { DATA_DIR: dataDir, SEED_SAMPLES: '0' }
  await expect(openDatabase(readEnv(variables), log, prepare)).rejects.toThrow(HALF)
  expect(await refusal(addCheck, ['check'], variables)).toMatch(HALF)
  await expect(openBackupSource({ dataDir })).rejects.toThrow(HALF)
  const again = await openEmbeddedTarget(dataDir, { isRestore: true, hasTables: true })
  await again.marked()
  await again.close()
  const opened = await openDatabase(readEnv(variables), log, prepare)
  await opened.close()
})
