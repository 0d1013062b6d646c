import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newId } from './new-id.ts'

// §3.1, §3.21
test('an id is a UUID of version 4, and no two are alike', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
