import { MutationObserver, notifyManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('a button knows that it sends before it can be pressed again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sending = new MutationObserver(createQueryClient(), { mutationFn: () => promise })
  const told: boolean[] = []
  // As a component is told.
  const end = sending.subscribe(notifyManager.batchCalls(({ isPending }) => void told.push(isPending)))
  const sent = sending.mutate()
  // Presses are tasks: all microtasks come before the next one.
  await Promise.resolve()
  expect(told.at(-1)).toBe(true)
  resolve()
  await sent
  end()
})
