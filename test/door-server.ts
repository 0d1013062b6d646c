import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { readEnv } from '../src/server/base/env.ts'
import { createLog } from '../src/server/base/log.ts'
import type { Database } from '../src/server/db/connect/connect.ts'
import { createHttpServer } from '../src/server/http/edge/http-server.ts'
import { chooseEngine } from '../src/server/llm/choose-engine.ts'
import type { SignedAgreement } from '../src/shared/session/fresh-signature.ts'
import { type Account, testApp } from './app.ts'
import { doorClient } from './door-client.ts'
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

  const client = doorClient(send)

  return {
    ...app,
    address,
    model,
    // Through the port as well, so that everybody knows the place by one address.
    send,
    signIn: () => signInWith(send),
    sign: (as: Account, agreement: SignedAgreement) => signatureFor(send, as, agreement),
    newAgent: client.makeAgent,
    /** A key of a wallet, with what revokes it. */
    async newKey(as: Account, more: object = {}) {
      const made = await client.makeKey(as, more)
      return { id: made.apiKey.id, secret: made.key, revoke: () => client.revoke(as, made) }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await model.close()
    },
  }
}
