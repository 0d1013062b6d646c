import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { ScheduledBackups } from './scheduled-backups.ts'

const HOUR = 3_600_000

function scheduled({ folder = join(temporaryFolder(), 'backups'), leads = true, place = '5eed' } = {}) {
  const state = {
    now: Date.parse('2026-11-26T12:00:00Z'),
    fault: '',
    logged: [] as string[],
    made: 0,
    missingFiles: 0,
  }
  const backups = new ScheduledBackups({
    folder,
    everyMs: 6 * HOUR,
    keepMs: 24 * HOUR,
    place: async () => place || Promise.reject(new Error('the database is away')),
    async make(file) {
      state.made += 1
      if (state.fault) throw new Error(state.fault)
      writeFileSync(file, 'rows')
      return { bytes: 4, missingFiles: state.missingFiles }
    },
    lead: { holds: async () => leads, async release() {} },
    clock: () => new Date(state.now),
    log: createLog('warn', { write: (line) => state.logged.push(JSON.parse(line).reason) }),
  })
  const after = (hours: number) => {
    state.now += hours * HOUR
    return backups.look()
  }
  return { folder, state, backups, after }
}

test('a backup is made when the last one is old enough, and those that are too old go, but for the newest', async () => {
  const { folder, state, backups, after } = scheduled()
  expect(backups.last()).toBeNull()
  await after(0)
  expect(backups.last()).toMatchObject({ state: 'done', bytes: 4, at: new Date('2026-11-26T12:00:00Z') })
  await after(5)
  expect(state.made).toBe(1)
  await after(1)
  await after(19)
  expect(readdirSync(folder).sort()).toEqual([
    'bionic-2026-11-26T18-00-00Z-5eed.zip',
    'bionic-2026-11-27T13-00-00Z-5eed.zip',
  ])
  // However old they are: where new ones fail, they may be needed.
  state.fault = 'The disk is full.'
  await after(1_000)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a backup that fails says why, once, and is tried again later, and after it the schedule goes on', async () => {
  const { folder, state, backups, after } = scheduled()
  state.fault = 'The disk is full.'
  await after(0)
  expect(backups.last()).toMatchObject({ state: 'failed', reason: 'The disk is full.' })
  await after(0)
  expect(state.made).toBe(1)
  expect(state.logged).toEqual(['The disk is full.'])
  state.fault = ''
  writeFileSync(join(folder, 'bionic-2026-11-26T12-00-00Z.zip.part'), 'left')
  const draft = `bionic-2026-11-26T12-00-00Z-5eed.zip.${crypto.randomUUID()}.part`
  writeFileSync(join(folder, draft), 'left')
  writeFileSync(join(folder, 'notes.part'), 'of somebody')
  await after(1)
  expect(backups.last()).toMatchObject({ state: 'done' })
  expect(readdirSync(folder).sort()).toEqual(['bionic-2026-11-26T13-00-00Z-5eed.zip', 'notes.part'])
})

test('what killed attempts left is gone before the next one, however many of them fail', async () => {
  const { folder, state, backups, after } = scheduled()
  state.fault = 'The backup ended without a word.'
  await after(0)
  const draft = `bionic-2026-11-26T12-00-00Z-5eed.zip.${crypto.randomUUID()}.part`
  writeFileSync(join(folder, draft), 'left')
  writeFileSync(join(folder, 'notes.part'), 'of somebody')
  await after(1)
  expect(state.made).toBe(2)
  expect(backups.last()).toMatchObject({ state: 'failed' })
  expect(readdirSync(folder)).toEqual(['notes.part'])
})

test('backups that lack files which the store has lost are told, go as others do, and never take the place of a whole one', async () => {
  const { folder, state, backups, after } = scheduled()
  await after(0)
  state.missingFiles = 1
  for (let count = 0; count < 20; count++) await after(6)
  expect(state.made).toBe(21)
  const reason = expect.stringMatching(/^Files are not in it/)
  expect(backups.last()).toMatchObject({ state: 'failed', reason })
  expect(backups.nextAt()).toEqual(new Date(state.now + 6 * HOUR))
  const [whole, ...others] = readdirSync(folder).sort()
  expect([whole, others.length]).toEqual(['bionic-2026-11-26T12-00-00Z-5eed.zip', 5])
  const again = scheduled({ folder })
  again.state.now = state.now + HOUR
  await again.backups.start()
  expect(again.backups.last()).toMatchObject({ state: 'failed', reason, at: new Date(state.now) })
  await again.backups.close()
  state.missingFiles = 0
  await after(6)
  expect(backups.last()).toMatchObject({ state: 'done' })
  expect(readdirSync(folder)).not.toContain(whole)
})

test('a folder that nothing can be written into is told when the server starts', async () => {
  const folder = join(temporaryFolder(), 'file')
  writeFileSync(folder, '')
  const { state, backups } = scheduled({ folder })
  await backups.start()
  await backups.close()
  expect(backups.last()).toMatchObject({ state: 'failed' })
  expect(state.logged).toEqual([
    expect.stringMatching(/^Nothing can be written into .*file \(EEXIST\): set BACKUP_DIR/),
  ])
})

test('of two places that share a folder each makes its own backups, and takes away none of the other’s', async () => {
  const one = scheduled()
  await one.after(0)
  const other = scheduled({ folder: one.folder, place: 'face' })
  await other.after(1)
  expect([one.state.made, other.state.made]).toEqual([1, 1])
  expect(other.backups.last()).toMatchObject({ at: new Date('2026-11-26T13:00:00Z') })
  // One that does not know yet which it is makes none.
  const unknown = scheduled({ folder: one.folder, place: '' })
  await unknown.after(1_000)
  expect([unknown.state.made, unknown.backups.last()]).toEqual([0, null])
  // One of an earlier version has no mark, and is taken for the place's own.
  writeFileSync(join(one.folder, 'bionic-2026-11-26T02-00-00Z.zip'), 'rows')
  await other.after(24)
  await other.after(24)
  expect(readdirSync(one.folder).sort()).toEqual([
    'bionic-2026-11-26T12-00-00Z-5eed.zip',
    'bionic-2026-11-27T13-00-00Z-face.zip',
    'bionic-2026-11-28T13-00-00Z-face.zip',
  ])
})

test('a clock that was ahead for a while puts off no backup and takes none away', async () => {
  const { folder, state, backups, after } = scheduled()
  await after(0)
  await after(10_000)
  expect(state.made).toBe(2)
  const ahead = readdirSync(folder).sort().at(-1) ?? ''
  await after(-9_990)
  expect(backups.last()).toMatchObject({ state: 'done', at: new Date('2026-11-26T22:00:00Z') })
  expect(readdirSync(folder)).toContain(ahead)
  state.fault = 'The disk is full.'
  await after(10_000)
  expect(backups.last()).toMatchObject({ state: 'failed' })
  state.fault = ''
  await after(-9_990)
  expect(backups.last()).toMatchObject({ state: 'done', at: new Date('2026-11-27T08:00:00Z') })
  // A server that starts again sees the same.
  const again = scheduled({ folder })
  again.state.now = state.now + HOUR
  await again.backups.start()
  expect(again.backups.last()).toMatchObject({ at: new Date('2026-11-27T08:00:00Z') })
  await again.backups.close()
})

test('a server that starts again knows the last backup, and so does one that leaves them to another', async () => {
  const first = scheduled()
  await first.after(0)
  const { folder } = first
  const again = scheduled({ folder })
  await again.backups.start()
  expect(again.backups.last()).toMatchObject({
    state: 'done',
    file: join(folder, readdirSync(folder)[0] ?? ''),
  })
  await again.backups.close()
  const other = scheduled({ folder, leads: false })
  await other.after(1_000)
  expect(other.state.made).toBe(0)
  expect(other.backups.last()).toMatchObject({ state: 'done' })
})
