import { expect, test } from 'vitest'
import { chainOf, clusterOf, signInText } from './session.ts'

test('the sign-in text is the one of the Sign In With Solana standard', () => {
  expect(
    signInText({
      domain: 'bionic.example',
      address: 'So11111111111111111111111111111111111111112',
      statement: 'Sign in to Bionic.',
      uri: 'https://bionic.example',
      version: '1',
      chainId: 'solana:devnet',
      nonce: '32891756',
      issuedAt: '2026-11-05T10:00:00.000Z',
      expirationTime: '2026-11-05T10:05:00.000Z',
    }),
  ).toBe(`bionic.example wants you to sign in with your Solana account:
So11111111111111111111111111111111111111112

Sign in to Bionic.

URI: https://bionic.example
Version: 1
Chain ID: solana:devnet
Nonce: 32891756
Issued At: 2026-11-05T10:00:00.000Z
Expiration Time: 2026-11-05T10:05:00.000Z`)
})

// §5.4, §5.5, §5.6
test.each([
  ['https://api.devnet.solana.com', 'devnet', 'solana:devnet'],
  ['https://API.Devnet.Solana.com', 'devnet', 'solana:devnet'],
  ['https://api.testnet.solana.com', 'testnet', 'solana:testnet'],
  ['https://api.mainnet-beta.solana.com', 'mainnet-beta', 'solana:mainnet'],
  ['http://127.0.0.1:8899', 'mainnet-beta', 'solana:mainnet'],
])('the endpoint %s means the cluster %s and the chain %s', (endpoint, cluster, chain) => {
  expect(clusterOf(endpoint)).toBe(cluster)
  expect(chainOf(clusterOf(endpoint))).toBe(chain)
})
