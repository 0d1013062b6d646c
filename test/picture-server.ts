import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connectTo, internet, type Network } from '../src/server/base/network/network.ts'

/** For `pictures.example` and `elsewhere.example` from 2020 to 2120; it guards nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgejqM5/r6vPefvy/Q
7wP9jyJZbXJXpiuvI/R1FQzcZxChRANCAARWTRncCrNbZU6k9N3fxAAQwMKPSEih
2LnvV5wzgjTx3cPWXlmJ301FQLpuGxqU98CZZqi7927R2ZhNPxoo1O2i
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBiTCCAS+gAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBwaWN0dXJl
cy5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBBwaWN0dXJlcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEVk0Z3AqzW2VOpPTd38QAEMDCj0hIodi571ecM4I08d3D1l5Zid9NRUC6bhsa
lPfAmWaou/du0dmYTT8aKNTtoqNiMGAwDwYDVR0TAQH/BAUwAwEB/zAuBgNVHREE
JzAlghBwaWN0dXJlcy5leGFtcGxlghFlbHNld2hlcmUuZXhhbXBsZTAdBgNVHQ4E
FgQU71mYWMlLZX5Q34Tla5fs7utXLuUwCgYIKoZIzj0EAwIDSAAwRQIgV/OPTKxz
+YG7bESYyL2gL8CMiqB7ZI9iWa152XY5yFACIQDAZAhCQZL9I81VKfZkUkeGO8mw
re/8d9TkszZt5ntOxw==
-----END CERTIFICATE-----`

/** A public address as DNS would give it; what is sent there arrives at the server below. */
export const publicAddress = '93.184.215.14'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A web server for pictures on this machine, and a network through which it stands at a public address: names resolve to
 * what the test says, and whatever address was chosen, the connection is made here. All else is as it is outside.
 */
export async function startPictureServer() {
  const answers = new Map<string, Answer>()
  const requests: IncomingMessage[] = []
  /** The hosts and addresses that connections were made to. */
  const connections: { host: string; addresses: readonly string[] }[] = []
  const names = new Map([['pictures.example', [publicAddress]]])
  /** The names that were looked up, in order. */
  const lookups: string[] = []
  const server = createServer({ key, cert: certificate }, (request, response) => {
    requests.push(request)
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const network: Network = {
    ...internet,
    async resolve(host) {
      lookups.push(host)
      return names.get(host) ?? []
    },
    connect(to) {
      connections.push(to)
      return connectTo({ host: to.host, addresses: ['127.0.0.1'] }, { port, ca: certificate })
    },
  }
  return {
    answers,
    requests,
    connections,
    names,
    lookups,
    network,
    port,
    certificate,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
