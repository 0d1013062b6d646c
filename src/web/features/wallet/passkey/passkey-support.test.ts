import { expect, test } from 'vitest'
import { findPasskeySupport, type PasskeyBrowser } from './passkey-support.ts'

const never = () => new Promise<never>(() => {})
const able: PasskeyBrowser = {
  isSecureContext: true,
  PublicKeyCredential: { getClientCapabilities: async () => ({ 'extension:prf': true }) },
  hasEd25519: async () => true,
}
const find = (address: string, browser: Partial<PasskeyBrowser> = {}, wait = never as () => Promise<void>) =>
  findPasskeySupport(new URL(address), { ...able, ...browser }, wait)

test.each(['https://bionic.example/vacant', 'http://localhost:3000/'])(
  'a current browser can have a passkey wallet at %s',
  async (address) => {
    expect(await find(address)).toEqual({ state: 'able' })
  },
)

test.each([
  ['http://127.0.0.1:3000/realm?show=yours', 'http://localhost:3000/realm?show=yours'],
  ['http://[::1]:3000/', 'http://localhost:3000/'],
])('at the number %s the same page by name is offered', async (address, at) => {
  expect(await find(address)).toMatchObject({ state: 'unable', at })
})

test('another machine’s number leads nowhere else, but says what is missing', async () => {
  const support = await find('https://192.168.1.7/')
  expect(support).toMatchObject({
    state: 'unable',
    why: expect.stringContaining('Open Bionic by its host name'),
  })
  expect(support).not.toHaveProperty('at')
})

test('a page that came without https says so', async () => {
  expect(await find('http://bionic.example/', { isSecureContext: false })).toMatchObject({
    why: expect.stringContaining('https'),
  })
})

test.each<[string, Partial<PasskeyBrowser>]>([
  [
    'gives no secret',
    { PublicKeyCredential: { getClientCapabilities: async () => ({ 'extension:prf': false }) } },
  ],
  ['can’t sign as Solana’s wallets do', { hasEd25519: () => Promise.reject(new Error('unknown algorithm')) }],
])('a browser that %s says which can', async (_, browser) => {
  expect(await find('https://bionic.example/', browser)).toMatchObject({
    state: 'unable',
    why: expect.stringContaining('Chrome, Edge, Safari and Firefox can'),
  })
})

test('a browser without passkeys says which can', async () => {
  const { PublicKeyCredential: _, ...without } = able
  expect(await findPasskeySupport(new URL('https://bionic.example/'), without, never)).toMatchObject({
    why: expect.stringContaining('Chrome, Edge, Safari and Firefox can'),
  })
})

test.each<[string, PasskeyBrowser['PublicKeyCredential']]>([
  ['does not say what it can', {}],
  ['fails to say it', { getClientCapabilities: () => Promise.reject(new Error('broken')) }],
])('a browser that %s shows it when it is asked', async (_, PublicKeyCredential) => {
  expect(
    await find('https://bionic.example/', { ...(PublicKeyCredential && { PublicKeyCredential }) }),
  ).toEqual({
    state: 'able',
  })
})

test('a browser that never answers is not waited for', async () => {
  const silent = { PublicKeyCredential: { getClientCapabilities: never } }
  expect(await find('https://bionic.example/', silent, async () => {})).toEqual({ state: 'able' })
})
