import { expect, test } from 'vitest'
import { KeptOut } from './kept-out.ts'

test('what may have been missed while it is read is read again', async () => {
  const keptOut = new KeptOut()
  const ban = { wallet: 'bob', until: null }
  await keptOut.read(async () => {
    keptOut.forget()
    return { mutes: [], bans: [] }
  })
  await keptOut.read(async () => ({ mutes: [], bans: [ban] }))
  expect(keptOut.find('bans', 'bob', new Date())).toEqual({ until: null })
  await keptOut.read(async () => ({ mutes: [], bans: [] }))
  expect(keptOut.find('bans', 'bob', new Date())).toEqual({ until: null })
})

test('what could not be read is read the next time', async () => {
  const keptOut = new KeptOut()
  await expect(
    keptOut.read(async () => {
      throw new Error('the database is away')
    }),
  ).rejects.toThrow('away')
  await keptOut.read(async () => ({ mutes: [{ wallet: 'bob', until: null }], bans: [] }))
  expect(keptOut.find('mutes', 'bob', new Date())).toEqual({ until: null })
})
