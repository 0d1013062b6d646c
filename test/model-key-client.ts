import { randomBytes, randomUUID } from 'node:crypto'
import { ownKeySchema } from '../src/shared/models/own-keys.ts'
import type { startKeyProvider } from './key-provider.ts'
import type { Account, Send } from './sign-in.ts'

const path = '/api/me/model-keys'

/** What somebody does with their own keys for models. */
export function modelKeyClient(send: Send, provider: Awaited<ReturnType<typeof startKeyProvider>>) {
  /** The request for a new key that is valid at the provider. */
  const wanted = (fields: object = {}) => {
    const key = `sk-own-${randomBytes(18).toString('base64url')}`
    provider.valid.add(key)
    const made = { id: randomUUID(), name: 'Mine', preset: 'custom', address: provider.address, key }
    return { ...made, ...fields } as typeof made
  }
  const add = (as: Account, fields: object = {}) => send('POST', path, { as, json: wanted(fields) })
  return {
    wanted,
    add,
    async added(as: Account, fields: object = {}) {
      const json = wanted(fields)
      const answer = await send('POST', path, { as, json })
      if (!answer.ok) throw new Error(await answer.text())
      return { key: json.key, ownKey: ownKeySchema.parse(await answer.json()) }
    },
    list: (as: Account) => send('GET', path, { as }),
    change: (as: Account, id: string, json: object) => send('PATCH', `${path}/${id}`, { as, json }),
    remove: (as: Account, id: string) => send('DELETE', `${path}/${id}`, { as }),
    refresh: (as: Account, id: string) => send('POST', `${path}/${id}/refresh`, { as }),
  }
}
