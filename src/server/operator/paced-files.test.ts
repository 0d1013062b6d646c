import { expect, test } from 'vitest'
import type { RowsSource } from '../db/backup/rows-source.ts'
import { type FileStore, hashOf, once } from '../domain/files/file-store.ts'
import { pacedWithFiles } from './file-rows.ts'

test('a backup that is ended by hand ends within the files of the store as well', async () => {
  const files = ['one', 'two', 'three'].map((text) => Buffer.from(text))
  const source: RowsSource = {
    ...{ kind: 'postgresql', at: new Date(0) },
    query: async () => files.map((file) => ({ hash: hashOf(file) })),
    async *copyOut() {},
    close: async () => {},
  }
  const opened: string[] = []
  const store = {
    open: async (hash: string) => {
      opened.push(hash)
      const [file = Buffer.alloc(0)] = files.filter((one) => hashOf(one) === hash)
      return once(file)
    },
  } as Partial<FileStore> as FileStore
  const ending = new AbortController()
  const { signal } = ending
  const reading = async () => {
    const rows = pacedWithFiles(source, store, { signal, onMissing: () => {} })
    for await (const _ of rows.copyOut('copy (select * from public."file_chunks") to stdout'))
      ending.abort(new Error('ended'))
  }
  await expect(reading()).rejects.toThrow('ended')
  expect(opened).toHaveLength(1)
})
