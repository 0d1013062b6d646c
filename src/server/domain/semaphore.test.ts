import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

/** Work that ends when the test ends it. */
function job() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, resolve, reject }
}

test('so many are inside, so many wait in order, and the rest are told to come back', async () => {
  const pass = createSemaphore({ inside: 1, waiting: 2 })
  const order: string[] = []
  const begin = (name: string) =>
    pass(async () => {
      order.push(name)
      return name
    })
  const first = job()
  const running = pass(first.work)
  const second = begin('second')
  const third = begin('third')
  await expect(begin('fourth')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  expect(order).toEqual([])
  first.resolve('first')
  expect(await Promise.all([running, second, third])).toEqual(['first', 'second', 'third'])
  expect(order).toEqual(['second', 'third'])
  expect(await begin('fifth')).toBe('fifth')
})

test('who comes under one name holds so many places, and the others are free for everybody else', async () => {
  const pass = createSemaphore({ inside: 1, waiting: 3, each: 2 })
  const first = job()
  const running = pass(first.work, 'ada')
  const second = pass(async () => 'second', 'ada')
  await expect(pass(async () => 'third', 'ada')).rejects.toMatchObject({ code: 'rate_limited' })
  const bob = pass(async () => 'of bob', 'bob')
  first.resolve('first')
  expect(await Promise.all([running, second, bob])).toEqual(['first', 'second', 'of bob'])
  expect(await pass(async () => 'again', 'ada')).toBe('again')
})

test('work that fails leaves its place', async () => {
  const pass = createSemaphore({ inside: 1, waiting: 0 })
  const broken = job()
  const running = pass(broken.work)
  broken.reject(new Error('broken'))
  await expect(running).rejects.toThrow('broken')
  expect(await pass(async () => 'next')).toBe('next')
})
