import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { readEnv } from '../src/server/base/env.ts'
import { createLog } from '../src/server/base/log.ts'
import type { Database } from '../src/server/db/connect/connect.ts'
import { createHttpServer } from '../src/server/http/edge/http-server.ts'
import { chooseEngine } from '../src/server/llm/choose-engine.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import type { MadeApiKey } from '../src/shared/doors/api-keys.ts'
import type { SignedAgreement } from '../src/shared/session/fresh-signature.ts'
import { type Account, newAgent, testApp } from './app.ts'
import { requestInit, type Send, signatureFor, signInWith } from './sign-in.ts'

/** The real app on a port of the loopback for programs of others, with a scripted model behind it. It has to be closed. */
export async function doorServer(database: Database, options: Parameters<typeof testApp>[1] = {}) {
  const model = await startModelServer()
  const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
  const app = testApp(database, { chat, ...options })
  const server = createHttpServer({ env: readEnv({}), log: createLog('silent'), fetch: app.app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send: Send = (method, path, sent) => fetch(address + path, requestInit(method, sent))

  async function made<Made>(path: string, as: Account, json: object): Promise<Made> {
    const answer = await send('POST', path, { as, json })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json() as Promise<Made>
  }

  return {
    ...app,
    address,
    model,
    // Through the port as well, so that everybody knows the place by one address.
    send,
    signIn: () => signInWith(send),
    sign: (as: Account, agreement: SignedAgreement) => signatureFor(send, as, agreement),
    newAgent: (as: Account, more: object = {}) => made<Agent>('/api/agents', as, { ...newAgent, ...more }),
    /** A key of a wallet, with what revokes it. */
    async newKey(as: Account, more: object = {}) {
      const { key, apiKey } = await made<MadeApiKey>('/api/me/keys', as, { name: 'A program', ...more })
      const revoke = () => send('DELETE', `/api/me/keys/${apiKey.id}`, { as })
      return { id: apiKey.id, secret: key, revoke }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await model.close()
    },
  }
}
