import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readEnv } from '../src/server/base/env.ts'
import { createLog } from '../src/server/base/log.ts'
import type { Database } from '../src/server/db/connect/connect.ts'
import { createHttpServer } from '../src/server/http/edge/http-server.ts'
import { securityHeadersOf } from '../src/server/http/edge/security-headers.ts'
import { gateUpgrades } from '../src/server/http/edge/upgrade-gate.ts'
import { type Account, testApp } from './app.ts'
import { type OpenOptions, openRealtime } from './realtime-client.ts'

/** The real app on a port of the loopback, sockets included. It has to be closed. */
export async function realtimeServer(database: Database, options: Parameters<typeof testApp>[1] = {}) {
  const server = createHttpServer({
    env: readEnv({}),
    log: createLog('silent'),
    fetch: (request, bindings) => app.app.fetch(request, bindings),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const app = testApp(database, { ...options, port })
  gateUpgrades(server, {
    trustedProxies: options.settings?.TRUSTED_PROXIES ?? 0,
    headers: securityHeadersOf({}),
    openFrom: (address) => app.socketQuotas.openFrom(address),
  })
  const address = `http://127.0.0.1:${port}`

  return {
    ...app,
    address,
    /** Opens a socket and waits until it is open. */
    open: (as?: Account, more: OpenOptions = {}) => openRealtime(address, as, more),
    /** Says something as a page does. */
    async say(realm: string, as: Account, content: string): Promise<void> {
      const json = { id: crypto.randomUUID(), content }
      const answer = await app.send('POST', `/api/realms/${realm}/messages`, { as, json })
      if (!answer.ok) throw new Error(await answer.text())
    },
    async newRealm(as: Account): Promise<string> {
      const id = crypto.randomUUID()
      const json = { id, name: 'Harbour', description: 'All ships' }
      const answer = await app.send('POST', '/api/realms', { as, json })
      if (!answer.ok) throw new Error(await answer.text())
      return id
    },
    async close() {
      await app.hub.close()
      app.presence.close()
      await app.bus.close()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type RealtimeServer = Awaited<ReturnType<typeof realtimeServer>>
