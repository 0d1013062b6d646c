import { dehydrate, hydrate, MutationObserver, notifyManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient, readState } from './query-client.ts'

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

test('what a page was painted with gets old, also where the clock of the browser is behind that of the server', () => {
  const server = createQueryClient()
  const [now, hours] = [Date.now(), 3 * 60 * 60_000]
  server.setQueryData(['painted'], 1, { updatedAt: now + hours })
  server.setQueryData(['painted before'], 1, { updatedAt: now - hours })
  const page = createQueryClient()
  hydrate(page, readState(JSON.stringify(dehydrate(server)), now))
  expect(page.getQueryState(['painted'])).toMatchObject({ data: 1, dataUpdatedAt: now })
  expect(page.getQueryState(['painted before'])).toMatchObject({ data: 1, dataUpdatedAt: now - hours })
})
