import { expect } from 'vitest'
import {
  type RealmMessage,
  type RealmMessagePage,
  realmMessageSchema,
} from '../src/shared/realms/realm-messages.ts'
import { type RealmDetail, realmDetailSchema } from '../src/shared/realms/realms.ts'
import { newAgent } from './app.ts'
import type { Account, Send } from './sign-in.ts'

/** What tests of realms ask a server again and again. */
export function realmRequests(send: Send) {
  return {
    async make(as: Account, fields: object = {}): Promise<RealmDetail> {
      const json = { name: 'The Atrium', description: '', ...fields }
      const response = await send('POST', '/api/realms', { as, json })
      expect(response.status).toBe(201)
      return realmDetailSchema.parse(await response.json())
    },

    async open(id: string): Promise<RealmDetail> {
      const response = await send('GET', `/api/realms/${id}`)
      expect(response.status).toBe(200)
      return realmDetailSchema.parse(await response.json())
    },

    say: (id: string, json: object, as?: Account) =>
      send('POST', `/api/realms/${id}/messages`, { as, json: { id: crypto.randomUUID(), ...json } }),

    /** Says a text under an id of its own, which has to be taken. */
    async said(id: string, content: string, as: Account): Promise<RealmMessage> {
      const json = { id: crypto.randomUUID(), content }
      const response = await send('POST', `/api/realms/${id}/messages`, { as, json })
      expect(response.status).toBe(201)
      return realmMessageSchema.parse(await response.json())
    },

    async read(id: string, query = ''): Promise<RealmMessagePage> {
      const response = await send('GET', `/api/realms/${id}/messages${query}`)
      expect(response.status).toBe(200)
      return (await response.json()) as RealmMessagePage
    },

    /** Makes an agent. @returns its id */
    async makeAgent(as: Account, fields: object = {}): Promise<string> {
      const response = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
      expect(response.status).toBe(201)
      return ((await response.json()) as { id: string }).id
    },
  }
}

/** An answer's status and, where it is a problem, its code. */
export async function outcome(answer: Response | Promise<Response>): Promise<[number, string?]> {
  const response = await answer
  if (response.ok) return [response.status]
  return [response.status, ((await response.json()) as { code: string }).code]
}
