import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createTestWallet } from '../../../../test/wallet.ts'
import { NONCE_LIFETIME_MS, Nonces } from './nonces.ts'

const { db } = await testDatabase()

let now = Date.parse('2026-11-05T10:00:00Z')
const clock = () => new Date(now)
const gone = expect.objectContaining({ name: 'Failure', code: 'nonce_invalid' })

const about = () => ({
  domain: 'localhost:3000',
  address: createTestWallet().address,
  statement: 'Sign in.',
  uri: 'http://localhost:3000',
  version: '1' as const,
  chainId: 'solana:devnet',
})

test('a nonce gives back the message it was issued with, once', async () => {
  const nonces = new Nonces({ db, clock })
  const issued = await nonces.issue(about())
  expect(Date.parse(issued.expirationTime) - Date.parse(issued.issuedAt)).toBe(300_000)
  expect(await nonces.take(issued.nonce, issued.address)).toEqual(issued)
  await expect(nonces.take(issued.nonce, issued.address)).rejects.toThrow(gone)
})

test('no two nonces are the same, and each has at least 128 bits', async () => {
  const nonces = new Nonces({ db, clock })
  const issued = await Promise.all(Array.from({ length: 20 }, () => nonces.issue(about())))
  expect(new Set(issued.map(({ nonce }) => nonce)).size).toBe(20)
  for (const { nonce } of issued) expect(nonce).toMatch(/^[0-9a-f]{32,}$/)
})

test('of many attempts at once with one nonce exactly one gets it', async () => {
  const nonces = new Nonces({ db, clock })
  const { nonce, address } = await nonces.issue(about())
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => nonces.take(nonce, address)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test("another wallet can't take a nonce, nor use it up", async () => {
  const nonces = new Nonces({ db, clock })
  const { nonce, address } = await nonces.issue(about())
  await expect(nonces.take(nonce, createTestWallet().address)).rejects.toThrow(gone)
  expect((await nonces.take(nonce, address)).nonce).toBe(nonce)
})

test('a nonce lives five minutes and not a millisecond longer', async () => {
  const nonces = new Nonces({ db, clock })
  const [early, late] = [await nonces.issue(about()), await nonces.issue(about())]
  now += NONCE_LIFETIME_MS - 1
  expect((await nonces.take(early.nonce, early.address)).nonce).toBe(early.nonce)
  now += 1
  await expect(nonces.take(late.nonce, late.address)).rejects.toThrow(gone)
})

test('a sweep removes the expired and leaves the living', async () => {
  const nonces = new Nonces({ db, clock })
  const expired = await nonces.issue(about())
  now += NONCE_LIFETIME_MS
  const living = await nonces.issue(about())
  await nonces.sweep()
  now -= 1
  await expect(nonces.take(expired.nonce, expired.address)).rejects.toThrow(gone)
  now += 1
  expect((await nonces.take(living.nonce, living.address)).nonce).toBe(living.nonce)
})

test('a flood leaves no more than the cap, and the newest are those that stay', async () => {
  now += NONCE_LIFETIME_MS
  const nonces = new Nonces({ db, clock, cap: 5, sweepEvery: 10 })
  const issued: Awaited<ReturnType<typeof nonces.issue>>[] = []
  for (let count = 0; count < 20; count++) {
    now += 1
    issued.push(await nonces.issue(about()))
  }
  const taken = await Promise.allSettled(issued.map(({ nonce, address }) => nonces.take(nonce, address)))
  expect(taken.map(({ status }) => status)).toEqual([
    ...new Array(15).fill('rejected'),
    ...new Array(5).fill('fulfilled'),
  ])
})
