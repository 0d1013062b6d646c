import { type APIRequestContext, expect } from '@playwright/test'
import type { RealmMessagePage } from '../src/shared/realms/realm-messages.ts'
import type { Realm } from '../src/shared/realms/realms.ts'
import { createTestWallet } from '../test/wallet.ts'

/** A signed-in person who creates realms and writes in them, without a browser. */
export interface Host {
  address: string
  makeRealm(name: string, description?: string): Promise<Realm>
  say(realm: Realm, content: string): Promise<void>
  /** The messages in a realm, up to the size of one page. */
  received(realm: Realm): Promise<string[]>
}

/** Signs in a new wallet at the product that `request` addresses. */
export async function signInHost(request: APIRequestContext): Promise<Host> {
  const wallet = createTestWallet()
  const issued = await request.post('/api/session/nonce', { data: { address: wallet.address } })
  const proof = wallet.signInProof(await issued.json())
  expect((await request.post('/api/session', { data: proof })).ok()).toBe(true)
  return {
    address: wallet.address,
    async makeRealm(name, description = '') {
      return (await request.post('/api/realms', { data: { name, description } })).json()
    },
    async say(realm, content) {
      const data = { id: crypto.randomUUID(), content }
      expect((await request.post(`/api/realms/${realm.id}/messages`, { data })).status()).toBe(201)
    },
    async received(realm) {
      const page: RealmMessagePage = await (await request.get(`/api/realms/${realm.id}/messages`)).json()
      return page.messages.map(({ content }) => content)
    },
  }
}
