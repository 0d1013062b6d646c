import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { type Disk, openDisk } from './disk.ts'
import { guardDisk } from './guard-disk.ts'
import { Reserve } from './reserve.ts'

const MEGABYTE = 1024 * 1024

function guarded({
  free,
  total = 1_000 * MEGABYTE,
  minFree = 64 * MEGABYTE,
}: Record<string, number | undefined>) {
  const state = { free: free ?? 0, timesFull: 0, asked: 0 }
  const lines: string[] = []
  const folder = temporaryFolder()
  const measureNow = () => ({ free: state.free, total })
  const disk: Disk = { measureNow, measure: async () => measureNow(), took() {} }
  const guard = guardDisk({
    disk,
    reserve: new Reserve(folder, disk),
    minFree,
    timesFull: () => state.timesFull,
    onFull: () => {
      state.asked += 1
    },
    log: createLog('warn', { write: (line) => void lines.push(line) }),
    everyMs: 2,
  })
  onTestFinished(() => guard.close())
  return { state, lines, guard, reserve: join(folder, 'reserve') }
}

test('with less free than is to stay free there is no room, until there is clearly more again', async () => {
  const { state, guard } = guarded({ free: 65 * MEGABYTE })
  expect(guard.hasRoom()).toBe(true)
  state.free = 63 * MEGABYTE
  await expect.poll(guard.hasRoom).toBe(false)
  expect(state.asked).toBe(1)
  state.free = 81 * MEGABYTE
  await expect.poll(guard.hasRoom).toBe(true)
})

test('on a disk that swings around the limit the log is told of it once, not each time', async () => {
  const { state, guard, lines } = guarded({ free: 100 * MEGABYTE })
  for (let swing = 0; swing < 5; swing++) {
    state.free = 1
    await expect.poll(guard.hasRoom).toBe(false)
    state.free = 100 * MEGABYTE
    await expect.poll(guard.hasRoom).toBe(true)
  }
  expect(lines).toHaveLength(2)
})

test('a small disk is not kept empty for the limit of a big one', () => {
  expect(guarded({ free: 20 * MEGABYTE, total: 128 * MEGABYTE }).guard.hasRoom()).toBe(true)
  expect(guarded({ free: 15 * MEGABYTE, total: 128 * MEGABYTE }).guard.hasRoom()).toBe(false)
})

test('from the moment that a write fails for want of room there is none, whatever is said to be free', async () => {
  const { state, guard } = guarded({ free: 900 * MEGABYTE })
  state.timesFull += 1
  expect(guard.hasRoom()).toBe(false)
  await expect.poll(guard.hasRoom).toBe(true)
})

test('a reserve is kept where there is plenty, and only there', async () => {
  const plenty = guarded({ free: 500 * MEGABYTE, total: 80 * MEGABYTE })
  await expect.poll(() => existsSync(plenty.reserve)).toBe(true)
  expect(statSync(plenty.reserve).size).toBe(10 * MEGABYTE)
  const little = guarded({ free: 90 * MEGABYTE })
  await little.guard.close()
  expect(existsSync(little.reserve)).toBe(false)
})

test('what is free is read from the disk itself, and the reserve gives back what it takes', async () => {
  const folder = temporaryFolder()
  const { free, total } = await openDisk(folder).measure()
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(free)
  const room = new BigInt64Array(new SharedArrayBuffer(8))
  room[0] = BigInt(10 * MEGABYTE)
  const disk = openDisk(folder, room)
  const reserve = new Reserve(folder, disk)
  expect(reserve.release()).toBe(false)
  await reserve.make(2 * MEGABYTE)
  expect(disk.measureNow().free).toBe(8 * MEGABYTE)
  expect(reserve.release()).toBe(true)
  expect(disk.measureNow().free).toBe(10 * MEGABYTE)
})
