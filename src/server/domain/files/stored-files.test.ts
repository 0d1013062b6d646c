import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { DiskStore } from './disk-store.ts'
import { filesUnavailable, hashOf } from './file-store.ts'
import { KEEP_UNUSED_MS, StoredFiles } from './stored-files.ts'

const MINUTE = 60_000
const contents = Array.from({ length: 6 }, () => randomBytes(20_000))
const hashes = contents.map(hashOf)

type OnDelete = (hash: string, remove: () => Promise<void>) => Promise<void>
const removeIt: OnDelete = (_, remove) => remove()
let onDelete = removeIt

class WatchedStore extends DiskStore {
  override delete(hash: string): Promise<void> {
    return onDelete(hash, () => super.delete(hash))
  }
}

/** Files that nothing refers to, whose time has come, and two servers that sweep them. */
async function unused() {
  const database = await ownDatabase()
  const [watched, folder] = [{ now: Date.now() }, temporaryFolder()]
  const options = { db: database.db, clock: () => new Date(watched.now), log: createLog('silent') }
  const server = (store: DiskStore) => new StoredFiles({ ...options, store })
  const [one, other] = [server(new WatchedStore(folder)), server(new DiskStore(folder))]
  await one.prepare()
  for (const content of contents) await one.hold(content)
  watched.now += KEEP_UNUSED_MS + MINUTE
  const there = async () => {
    const found = await Promise.all(hashes.map(async (hash) => (await other.open(hash)) && hash))
    return found.filter((hash) => hash !== null)
  }
  return { one, other, there, watched, sql: database.sql }
}

test('a file that can not be deleted holds up no other one, is told, and is tried again hours later', async () => {
  const { one, there, watched } = await unused()
  let stuck = ''
  onDelete = async (hash, remove) => {
    stuck ||= hash
    if (hash === stuck) throw filesUnavailable(new Error('it belongs to somebody else'))
    await remove()
  }
  await expect(one.sweep()).rejects.toMatchObject({ code: 'files_unavailable' })
  expect(await there()).toEqual([stuck])
  expect(one.state).toBe('healthy')
  onDelete = removeIt
  watched.now += KEEP_UNUSED_MS + MINUTE
  await one.sweep()
  expect(await there()).toEqual([])
})

test('a server that deletes slowly takes away nothing that another one deleted meanwhile and somebody put anew', async () => {
  const { one, other, there, watched, sql } = await unused()
  onDelete = async (_, remove) => {
    await remove()
    onDelete = removeIt
    watched.now += 11 * MINUTE
    await other.sweep()
    for (const content of contents) await other.hold(content)
  }
  await one.sweep()
  expect(await there()).toEqual(hashes)
  expect(await sql`select from stored_files where is_going`).toEqual([])
})

test('what a long sweep claims late is its own for as long as what it claimed first', async () => {
  const { one, there, watched, sql } = await unused()
  const claimed: string[] = []
  onDelete = async (_, remove) => {
    await remove()
    watched.now += 6 * MINUTE
    const [{ since }] = (await sql`select max(unused_since) as since from stored_files where is_going`) as [
      { since: Date },
    ]
    claimed.push(new Date(since).toISOString())
  }
  await one.sweep()
  expect(await there()).toEqual([])
  expect(new Set(claimed).size).toBe(contents.length)
})
