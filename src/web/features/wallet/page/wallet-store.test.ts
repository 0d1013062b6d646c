import { getWallets } from '@wallet-standard/app'
import { expect, onTestFinished, test } from 'vitest'
import { inMemoryWallet } from '../../../../../test/in-memory-wallet.ts'
import { WalletStore } from './wallet-store.ts'

function openStore(options: { kept?: Record<string, string> } = {}) {
  const kept = new Map(Object.entries(options.kept ?? {}))
  const patience: (() => void)[] = []
  const store = new WalletStore({
    wallets: getWallets(),
    chain: 'solana:devnet',
    device: { kind: 'desktop', webView: false },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    wait: () => new Promise((resolve) => patience.push(resolve)),
  })
  onTestFinished(() => store.close())
  const states: string[] = []
  store.subscribe(() => {
    const { state } = store.getState()
    if (states.at(-1) !== state) states.push(state)
  })
  const loseOnesPatience = () => {
    for (const call of patience.splice(0)) call()
  }
  return { store, kept, states, loseOnesPatience }
}

const addressOf = (store: ReturnType<typeof openStore>['store']) => {
  const state = store.getState()
  return state.state === 'connected' ? state.connection.account.address : undefined
}

// §3.36, §4.7
test('connecting remembers the wallet by name as JSON, and disconnecting forgets it', async () => {
  const { accounts, calls } = inMemoryWallet()
  const { store, kept, states } = openStore()
  await store.connect('Test Wallet')
  expect(addressOf(store)).toBe(accounts[0]?.address)
  expect(kept.get('walletName')).toBe('"Test Wallet"')
  await store.disconnect()
  expect(kept.has('walletName')).toBe(false)
  expect(states).toEqual(['connecting', 'connected', 'disconnecting', 'no-wallet'])
  expect(calls).toEqual(['connect', 'disconnect'])
})

// §4.9
test('a remembered wallet is not connected by itself, and is the one that a nameless connect means', async () => {
  const { calls } = inMemoryWallet()
  const { store } = openStore({ kept: { walletName: '"Test Wallet"' } })
  expect(store.getState()).toEqual({ state: 'has-wallet', name: 'Test Wallet' })
  expect(calls).toEqual([])
  await store.connect()
  expect(store.getState().state).toBe('connected')
})

test.each(['Test Wallet', '{', '42', '""', 'null'])(
  'a kept name that is no JSON text is no wallet: %s',
  (walletName) => {
    expect(openStore({ kept: { walletName } }).store.getState()).toEqual({ state: 'no-wallet' })
  },
)

// §8.30
test('connecting without a choice is "wallet not selected"', async () => {
  await expect(openStore().store.connect()).rejects.toMatchObject({ kind: 'wallet not selected' })
})

// §8.20
test('a wallet that is not installed is "wallet not ready", and a remembered one is then forgotten', async () => {
  const { store, kept } = openStore({ kept: { walletName: '"Phantom"' } })
  await expect(store.connect()).rejects.toMatchObject({ kind: 'wallet not ready' })
  expect(store.getState()).toEqual({ state: 'no-wallet' })
  expect(kept.size).toBe(0)
})

test('looking at a wallet that is not installed leaves the connected one alone', async () => {
  inMemoryWallet()
  const { store } = openStore()
  await store.connect('Test Wallet')
  await expect(store.connect('Phantom')).rejects.toMatchObject({ kind: 'wallet not ready' })
  expect(store.getState().state).toBe('connected')
})

// §8.21
test('a wallet that refuses is a "connection error", and the next press offers all wallets', async () => {
  const { answers } = inMemoryWallet()
  answers.connect = () => Promise.reject({ code: 4001 })
  const { store, kept } = openStore()
  await expect(store.connect('Test Wallet')).rejects.toMatchObject({
    kind: 'connection error',
    refused: true,
  })
  expect(store.getState()).toEqual({ state: 'no-wallet' })
  expect(kept.size).toBe(0)
})

// §8.24
test('a wallet that shares no account is an "account error"', async () => {
  const { share } = inMemoryWallet()
  share()
  await expect(openStore().store.connect('Test Wallet')).rejects.toMatchObject({ kind: 'account error' })
})

// §8.25
test('an address that is not its key’s is a "public key error"', async () => {
  const { share, accounts } = inMemoryWallet()
  const [first, second] = accounts
  if (first && second) share({ ...first, publicKey: second.publicKey })
  await expect(openStore().store.connect('Test Wallet')).rejects.toMatchObject({ kind: 'public key error' })
})

test('of several accounts the one on the cluster is taken', async () => {
  const { share, accounts } = inMemoryWallet()
  const [first, second] = accounts
  if (first && second) share({ ...first, chains: ['solana:mainnet'] }, second)
  const { store } = openStore()
  await store.connect('Test Wallet')
  expect(addressOf(store)).toBe(second?.address)
})

// §4.6
test('selecting a wallet disconnects the previous one, first', async () => {
  const a = inMemoryWallet({ name: 'A' })
  const b = inMemoryWallet({ name: 'B' })
  const { store, states } = openStore()
  await store.connect('A')
  await store.connect('B')
  expect(a.calls).toEqual(['connect', 'disconnect'])
  expect(a.listening()).toBe(0)
  expect(addressOf(store)).toBe(b.accounts[0]?.address)
  expect(states).toEqual(['connecting', 'connected', 'disconnecting', 'no-wallet', 'connecting', 'connected'])
})

test('selecting the connected wallet again asks it nothing', async () => {
  const { calls } = inMemoryWallet()
  const { store } = openStore()
  await store.connect('Test Wallet')
  await store.connect('Test Wallet')
  expect(calls).toEqual(['connect'])
})

test('two presses ask a wallet once', async () => {
  const { calls } = inMemoryWallet()
  const { store } = openStore()
  const both = await Promise.all([store.connect('Test Wallet'), store.connect('Test Wallet')])
  expect(both[0]).toBe(both[1])
  expect(calls).toEqual(['connect'])
})

test('a wallet that answers after another was chosen is let go and changes nothing', async () => {
  const slow = inMemoryWallet({ name: 'Slow' })
  const quick = inMemoryWallet({ name: 'Quick' })
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.answers.connect = () => promise
  const { store, kept } = openStore()
  const late = store.connect('Slow')
  await store.connect('Quick')
  resolve()
  expect(await late).toBeNull()
  expect(slow.calls).toEqual(['connect', 'disconnect'])
  expect(addressOf(store)).toBe(quick.accounts[0]?.address)
  expect(kept.get('walletName')).toBe('"Quick"')
})

test('a wallet that refuses after the wait for it was given up says nothing', async () => {
  const { answers } = inMemoryWallet()
  const { promise, reject } = Promise.withResolvers<void>()
  answers.connect = () => promise
  const { store } = openStore()
  const late = store.connect('Test Wallet')
  await store.disconnect()
  reject(new Error('User rejected'))
  expect(await late).toBeNull()
  expect(store.getState()).toEqual({ state: 'no-wallet' })
})

// §8.22
test('a failing disconnect is a "disconnection error", and nobody is connected all the same', async () => {
  const { answers } = inMemoryWallet()
  answers.disconnect = () => Promise.reject(new Error('odd'))
  const { store, kept } = openStore()
  await store.connect('Test Wallet')
  await expect(store.disconnect()).rejects.toMatchObject({ kind: 'disconnection error' })
  expect(store.getState()).toEqual({ state: 'no-wallet' })
  expect(kept.size).toBe(0)
})

test('a wallet that never lets go is not waited for forever', async () => {
  const { answers } = inMemoryWallet()
  answers.disconnect = () => new Promise(() => {})
  const { store, loseOnesPatience } = openStore()
  await store.connect('Test Wallet')
  const leaving = store.disconnect()
  expect(store.getState().state).toBe('disconnecting')
  loseOnesPatience()
  await leaving
  expect(store.getState()).toEqual({ state: 'no-wallet' })
})

test('another account shared by the wallet is the connected one from then on', async () => {
  const { tell, accounts } = inMemoryWallet()
  const { store } = openStore()
  await store.connect('Test Wallet')
  if (accounts[1]) tell(accounts[1])
  expect(addressOf(store)).toBe(accounts[1]?.address)
})

test('a wallet that takes its account away is disconnected and forgotten', async () => {
  const { tell } = inMemoryWallet()
  const { store, kept } = openStore()
  await store.connect('Test Wallet')
  tell()
  expect(store.getState()).toEqual({ state: 'no-wallet' })
  expect(kept.size).toBe(0)
})

test('a wallet that leaves the page while another is connected changes nothing but the list', async () => {
  const { unregister } = inMemoryWallet({ name: 'Other' })
  inMemoryWallet()
  const { store } = openStore()
  await store.connect('Test Wallet')
  unregister()
  expect(store.getState().state).toBe('connected')
})

test('a wallet that leaves the page while connected is no longer connected', async () => {
  const { unregister, listening } = inMemoryWallet()
  const { store } = openStore()
  await store.connect('Test Wallet')
  unregister()
  expect(store.getState()).toEqual({ state: 'no-wallet' })
  expect(listening()).toBe(0)
})

// §3.35
test('the list holds what is registered first, then what is known, and follows what comes and goes', () => {
  const { store } = openStore()
  const names = () => store.getList().map(({ name, readyState }) => `${name} ${readyState}`)
  expect(names()).toEqual(['Phantom NotDetected', 'Solflare NotDetected', 'Backpack NotDetected'])
  const { unregister } = inMemoryWallet({ name: 'Solflare' })
  inMemoryWallet({ name: 'Far', chains: ['solana:mainnet'] })
  inMemoryWallet({ name: 'Foreign', chains: ['ethereum:1'] })
  expect(names()).toEqual([
    'Solflare Installed',
    'Phantom NotDetected',
    'Backpack NotDetected',
    'Far Unsupported',
  ])
  unregister()
  expect(names()[1]).toBe('Solflare NotDetected')
})

test('another tab’s choice shows only where no wallet is connected', async () => {
  inMemoryWallet()
  const { store, kept } = openStore()
  kept.set('walletName', '"Test Wallet"')
  store.nameChanged()
  expect(store.getState()).toEqual({ state: 'has-wallet', name: 'Test Wallet' })
  await store.connect()
  kept.delete('walletName')
  store.nameChanged()
  expect(store.getState().state).toBe('connected')
})
