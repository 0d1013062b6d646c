import type { Agent } from '../src/shared/agents/agents.ts'
import { type MadeApiKey, madeApiKeySchema } from '../src/shared/doors/api-keys.ts'
import { newAgent } from './app.ts'
import type { Account, Send } from './sign-in.ts'

/** What somebody does who uses agents from another program: makes agents and keys, and asks with them. */
export function doorClient(send: Send) {
  return {
    async makeAgent(as: Account, fields: object = {}): Promise<Agent> {
      const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as Agent
    },
    async makeKey(as: Account, fields: object = {}): Promise<MadeApiKey> {
      const answer = await send('POST', '/api/me/keys', { as, json: { name: 'A program', ...fields } })
      if (!answer.ok) throw new Error(await answer.text())
      return madeApiKeySchema.parse(await answer.json())
    },
    revoke: (as: Account, { apiKey }: MadeApiKey) => send('DELETE', `/api/me/keys/${apiKey.id}`, { as }),
    /** Sends a request with a key; without one, null. */
    call: (key: string | null, method: string, path: string, json?: unknown, headers = {}) =>
      send(method, path, {
        ...(json !== undefined && { json }),
        headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
      }),
  }
}
