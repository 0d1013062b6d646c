import { expect, test } from 'vitest'
import { BackgroundWork } from './background-work.ts'

test('it settles once all that was added has ended, also what was added meanwhile, and tells of what failed', async () => {
  const [work, log] = [new BackgroundWork(), [] as string[]]
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const failed = (error: unknown) => log.push(String(error))
  work.add(first.promise, failed)
  const settled = work.settled().then(() => log.push('settled'))
  work.add(second.promise, failed)
  expect(work.size).toBe(2)
  first.reject(new Error('no'))
  await expect.poll(() => log).toEqual(['Error: no'])
  expect(work.size).toBe(1)
  second.resolve()
  await settled
  expect(log).toEqual(['Error: no', 'settled'])
})
