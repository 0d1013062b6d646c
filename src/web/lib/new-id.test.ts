import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newId } from './new-id.ts'

// §3.1, §3.21
test('an id is a UUID of version 4, and no two are alike', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('no page makes an id or a channel in a way that some browsers refuse', () => {
  const files = globSync('src/web/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/service-worker/**'] })
  const refused = files.filter((file) =>
    /crypto\.randomUUID|new BroadcastChannel/.test(readFileSync(file, 'utf8')),
  )
  expect(refused).toEqual(['src/web/lib/new-id.ts', 'src/web/lib/open-channel.ts'])
})
