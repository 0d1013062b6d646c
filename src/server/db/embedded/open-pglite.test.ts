import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { openPglite } from './open-pglite.ts'

const count = vi.hoisted(() => ({ fsyncs: 0, failing: false }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const fsyncSync = (descriptor: number) => {
    if (count.failing) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    real.fsyncSync(descriptor)
    count.fsyncs++
  }
  const fsync = (descriptor: number, done: fs.NoParamCallback) => {
    count.fsyncs++
    real.fsync(descriptor, done)
  }
  return { ...real, fsync, fsyncSync, default: { ...real, fsync, fsyncSync } }
})

// On a disk that other processes use too, writing a thousand files may take long.
test('every insert is on the disk before it is acknowledged; a disk that fails is not hidden', {
  timeout: 180_000,
}, async () => {
  const folder = join(temporaryFolder(), 'db')
  const pglite = await openPglite(folder)
  // The whole new folder: more than nine hundred files.
  expect(count.fsyncs).toBeGreaterThan(fs.readdirSync(folder, { recursive: true }).length)
  await pglite.exec('create table notes (text text)')
  for (let insert = 0; insert < 100; insert++) {
    const before = count.fsyncs
    await pglite.query('insert into notes values ($1)', ['kept'])
    expect(count.fsyncs).toBeGreaterThan(before)
  }
  count.failing = true
  await expect(pglite.query('insert into notes values ($1)', ['lost'])).rejects.toThrow(
    /could not fsync file/,
  )
})
