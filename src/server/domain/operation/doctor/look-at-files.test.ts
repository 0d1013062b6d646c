import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { S3Server } from '../../../../../test/s3-server.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { readEnv } from '../../../base/env.ts'
import { openFileStore } from '../../files/open-file-store.ts'
import { lookAtFiles } from './look-at-files.ts'

const s3 = await new S3Server().listen()
afterAll(() => s3.close())

const look = (variables: Record<string, string>) => lookAtFiles(openFileStore(readEnv(variables)))

test('a store is tried with one small file, of which nothing stays', async () => {
  const folder = join(temporaryFolder(), 'files')
  await openFileStore(readEnv({ FILES: `disk:${folder}` }))?.prepare()
  for (const variables of [{ FILES: `disk:${folder}` }, s3.settings])
    expect(await look(variables)).toMatchObject([
      { check: 'files.answers', says: expect.stringContaining('keeps, gives back and deletes a file') },
    ])
  expect(s3.hashes).toEqual([])
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left).toEqual([])
})

test('a folder that is not there is told of, and not made', async () => {
  const folder = join(temporaryFolder(), 'unmounted')
  expect(await look({ FILES: `disk:${folder}` })).toMatchObject([
    { state: 'warn', says: expect.stringContaining('is not there') },
  ])
  expect(existsSync(folder)).toBe(false)
})

test('without FILES there is nothing to try', async () => {
  expect(await look({})).toEqual([])
})

test('a store that can not be used is a fault, with its reason and no secret', async () => {
  const file = join(temporaryFolder(), 'a file')
  writeFileSync(file, '')
  const [disk] = await look({ FILES: `disk:${file}` })
  expect(disk).toMatchObject({ state: 'fault', says: expect.stringContaining("can't be used") })
  const [bucket] = await look({ ...s3.settings, FILES_SECRET: 'not the secret of it' })
  expect(bucket).toMatchObject({ state: 'fault', says: expect.stringContaining('403 SignatureDoesNotMatch') })
  expect(JSON.stringify(bucket)).not.toContain('not the secret of it')
})
