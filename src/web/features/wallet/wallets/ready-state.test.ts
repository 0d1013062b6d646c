import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'
import { knownWallets } from './known-wallets.ts'
import { isSolanaWallet, readyStateOf } from './ready-state.ts'

const phantom = knownWallets.find((wallet) => wallet.name === 'Phantom')
const chain = 'solana:devnet'
const able = {
  chains: ['solana:mainnet', chain] as const,
  features: { 'standard:connect': {}, 'solana:signMessage': {} },
}
const desktop = { kind: 'desktop', webView: false } as const
const iphone = { kind: 'ios', webView: false } as const

// §4.1
test('a registered wallet on the cluster that can sign is Installed, on any device', () => {
  for (const device of [desktop, iphone, { kind: 'ios', webView: true } as const])
    expect(readyStateOf({ registered: able, known: phantom }, { chain, device })).toEqual({
      readyState: 'Installed',
    })
})

// §4.1
test('a known wallet is NotDetected on a desktop, and Loadable in a phone’s browser where it has a browse link', () => {
  expect(readyStateOf({ known: phantom }, { chain, device: desktop })).toEqual({ readyState: 'NotDetected' })
  expect(readyStateOf({ known: phantom }, { chain, device: iphone })).toEqual({ readyState: 'Loadable' })
  const noLink = { name: 'Other', url: 'https://other.example' }
  expect(readyStateOf({ known: noLink }, { chain, device: iphone })).toEqual({ readyState: 'NotDetected' })
})

// §4.1
test('what can’t be used is Unsupported and says why', () => {
  const unsupported = (reason: string) => ({ readyState: 'Unsupported', reason })
  const around = { chain, device: desktop }
  expect(readyStateOf({ registered: { ...able, chains: ['solana:mainnet'] } }, around)).toEqual(
    unsupported('Not on devnet'),
  )
  expect(readyStateOf({ registered: { ...able, features: { 'standard:connect': {} } } }, around)).toEqual(
    unsupported('Can’t sign messages'),
  )
  const inApp = { kind: 'ios', webView: true } as const
  expect(readyStateOf({ known: phantom }, { chain, device: inApp })).toEqual(
    unsupported('Open this page in your phone’s browser'),
  )
})

test('only a wallet with a Solana chain and a way to connect is Solana’s', () => {
  expect(isSolanaWallet(able)).toBe(true)
  expect(isSolanaWallet({ ...able, chains: ['ethereum:1'] })).toBe(false)
  expect(isSolanaWallet({ ...able, features: { 'solana:signMessage': {} } })).toBe(false)
  expect(isSolanaWallet({ chains: [], features: able.features })).toBe(false)
})

// §4.8
test('Phantom’s browse link carries the page and its origin, encoded', () => {
  expect(phantom?.browseLink?.(new URL('https://bionic.example/chat/1?a=b&c#d'))).toBe(
    'https://phantom.app/ul/browse/https%3A%2F%2Fbionic.example%2Fchat%2F1%3Fa%3Db%26c%23d?ref=https%3A%2F%2Fbionic.example',
  )
})

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari} Version/18.0 Mobile/15E148 Safari/604.1`,
    5,
    'ios',
    false,
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari} Mobile/15E148 [FBAN/FBIOS]`,
    5,
    'ios',
    true,
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/18.0 Safari/605.1.15`, 5, 'ios', false],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/18.0 Safari/605.1.15`,
    0,
    'desktop',
    false,
  ],
  [
    `${pixel}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36`,
    5,
    'android',
    false,
  ],
  [
    `${pixel}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
    5,
    'android',
    true,
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36', 10, 'desktop', false],
] as const)('%s with %i touch points', (userAgent, maxTouchPoints, kind, webView) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toEqual({ kind, webView })
})
