import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { S3Server } from '../../../../test/s3-server.ts'
import { DatabaseStore } from './database-store.ts'
import { DiskStore } from './disk-store.ts'
import { type FileStore, hashOf, once, readAll } from './file-store.ts'
import { S3Requests } from './s3-requests.ts'
import { S3Store } from './s3-store.ts'

const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'bionic-files-'))
const s3 = await new S3Server().listen()
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const bucket = {
  ...{ endpoint: s3.endpoint, region: s3.region, bucket: s3.bucket, prefix: 'of/this-place/' },
  ...{ key: s3.key, secret: s3.secret },
}
const stores: Record<FileStore['kind'], FileStore> = {
  database: new DatabaseStore(database.db),
  disk: new DiskStore(folder),
  s3: new S3Store(bucket),
}
for (const store of Object.values(stores)) await store.prepare()

const fileOf = (content: Buffer) => ({ hash: hashOf(content), bytes: content.length })
const content = (bytes = 300_000) => randomBytes(bytes)
const put = (store: FileStore, bytes: Buffer) => store.put(fileOf(bytes), () => once(bytes))
const read = async (store: FileStore, hash: string) => {
  const found = await store.open(hash)
  return found && readAll(found)
}
const listed = async (store: FileStore) => {
  const files: { hash: string; bytes: number }[] = []
  for await (const { hash, bytes } of store.list()) files.push({ hash, bytes })
  return files
}

beforeEach(() => {
  s3.troubles.length = 0
  s3.delayMs = 0
})

describe.each(Object.values(stores))('a store in the $kind', (store) => {
  test('gives back what was put, until it is deleted, however often that is', async () => {
    await store.look()
    const bytes = content()
    const { hash } = fileOf(bytes)
    expect(await store.open(hash)).toBeNull()
    await put(store, bytes)
    await put(store, bytes)
    expect(await read(store, hash)).toEqual(bytes)
    await store.delete(hash)
    await store.delete(hash)
    expect(await store.open(hash)).toBeNull()
  })

  test('takes the same content twenty times at once, and has it once', async () => {
    const bytes = content(100_000)
    const before = await listed(store)
    await Promise.all(Array.from({ length: 20 }, () => put(store, bytes)))
    expect(await read(store, hashOf(bytes))).toEqual(bytes)
    expect(await listed(store)).toHaveLength(before.length + 1)
  })

  test('lists all files in the order of their hashes, over many pages', async () => {
    for (const { hash } of await listed(store)) await store.delete(hash)
    const files = Array.from({ length: 7 }, () => content(50))
    for (const bytes of files) await put(store, bytes)
    s3.page = 3
    const sorted = files.map(fileOf).sort((one, other) => (one.hash < other.hash ? -1 : 1))
    expect(await listed(store)).toEqual(sorted)
    s3.page = 1_000
  })

  test('has nothing of a content that is not what its hash says, nor of one that breaks off', async () => {
    const [bytes, other] = [content(), content()]
    const { hash } = fileOf(bytes)
    await expect(store.put({ hash, bytes: other.length }, () => once(other))).rejects.toThrow()
    async function* broken() {
      yield bytes.subarray(0, 100_000)
      throw new Error('the client left')
    }
    await expect(store.put(fileOf(bytes), broken)).rejects.toThrow()
    expect(await store.open(hash)).toBeNull()
    expect((await listed(store)).map((file) => file.hash)).not.toContain(hash)
  })
})

test('a file that was damaged on the disk breaks off instead of being taken for what was put', async () => {
  const bytes = content()
  const { hash } = fileOf(bytes)
  await put(stores.disk, bytes)
  await truncate(join(folder, hash.slice(0, 2), hash), 200_000)
  await expect(read(stores.disk, hash)).rejects.toThrow('is not what was stored')
})

test('what a killed server was writing is no file, and goes after a while', async () => {
  const left = crypto.randomUUID()
  const drafts = [left, 'of somebody.txt']
  for (const name of drafts) await writeFile(join(folder, 'drafts', name), 'half of a file')
  const before = new Date(Date.now() - 1_000)
  await stores.disk.tidy(before)
  expect((await readdir(join(folder, 'drafts'))).sort()).toEqual(drafts)
  for (const name of drafts) await utimes(join(folder, 'drafts', name), new Date(0), new Date(0))
  await stores.disk.tidy(before)
  expect(await readdir(join(folder, 'drafts'))).toEqual(['of somebody.txt'])
})

test('a disk that went away is no empty store, and nothing is put in its place', async () => {
  const place = await mkdtemp(join(tmpdir(), 'bionic-files-'))
  const store = new DiskStore(join(place, 'mounted'))
  const bytes = content(100)
  await store.prepare()
  await put(store, bytes)
  await rm(join(place, 'mounted'), { recursive: true })
  await mkdir(join(place, 'mounted'))
  const gone = expect.objectContaining({ code: 'files_unavailable' })
  await expect(store.open(hashOf(bytes))).rejects.toEqual(gone)
  await expect(store.look()).rejects.toEqual(gone)
  await expect(put(store, bytes)).rejects.toEqual(gone)
  await expect(listed(store)).rejects.toEqual(gone)
  expect(await readdir(join(place, 'mounted'))).toEqual([])
  await rm(place, { recursive: true })
})

test('a full disk is said to be one, and keeps nothing of the file', async () => {
  const place = await mkdtemp(join(tmpdir(), 'bionic-files-'))
  await symlink('/dev/full', join(place, 'full'))
  const store = new DiskStore(place)
  await store.prepare()
  async function* filling() {
    yield content(10)
    // What the file system answers where it has no room left.
    await writeFile(join(place, 'full'), 'more')
  }
  const bytes = content(10)
  await expect(store.put(fileOf(bytes), filling)).rejects.toMatchObject({ code: 'storage_full' })
  expect(await readdir(join(place, 'drafts'))).toEqual([])
  await rm(place, { recursive: true })
})

test('a bucket is asked again after what passes by itself, and at last said not to answer', async () => {
  const bytes = content()
  const { hash } = fileOf(bytes)
  s3.troubles.push({ status: 503 }, 'cut')
  await put(stores.s3, bytes)
  s3.troubles.push({ status: 500 }, { status: 429 })
  expect(await read(stores.s3, hash)).toEqual(bytes)
  s3.troubles.push({ status: 500 }, { status: 503 }, 'cut')
  await expect(stores.s3.open(hash)).rejects.toMatchObject({ code: 'files_unavailable', retryAfter: 5 })
})

test('a bucket that is silent is given up, also in the middle of an answer', async () => {
  const bytes = content()
  const { hash } = fileOf(bytes)
  await put(stores.s3, bytes)
  const impatient = new S3Store(bucket, new S3Requests(bucket, { answer: 200, piece: 200 }))
  s3.troubles.push('silence', 'silence', 'silence')
  await expect(impatient.open(hash)).rejects.toMatchObject({ code: 'files_unavailable' })
  s3.troubles.push('cut content')
  await expect(read(impatient, hash)).rejects.toMatchObject({ code: 'files_unavailable' })
})

test('a refused key and a missing bucket are faults of the settings, and never mean that a file is gone', async () => {
  const bytes = content(100)
  await put(stores.s3, bytes)
  const asked = s3.requests.length
  for (const wrong of [{ secret: 'another one' }, { key: 'AKIDOTHER' }, { bucket: 'no-such-bucket' }]) {
    const store = new S3Store({ ...bucket, ...wrong })
    await expect(store.open(hashOf(bytes))).rejects.toMatchObject({ code: 'files_unavailable' })
    await expect(store.look()).rejects.toMatchObject({ code: 'files_unavailable' })
  }
  // Such a request is not sent again.
  expect(s3.requests).toHaveLength(asked + 6)
})
