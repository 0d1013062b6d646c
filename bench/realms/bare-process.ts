import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerParent } from '../replies/start-process.ts'
import { type PublishAsked, publisher } from './publish.ts'

/**
 * The baseline: only `ws`. It keeps the connections of each realm in a set, serialises a message once, and sends it to
 * each.
 */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
const realms = new Map<string, Set<WebSocket>>()

server.on('connection', (client) => {
  client.once('message', (data) => {
    const { realm } = JSON.parse(data.toString()) as { realm: string }
    const clients = realms.get(realm) ?? new Set()
    realms.set(realm, clients.add(client))
    client.send(JSON.stringify({ type: 'log', realm, from: 0, to: 0, messages: [] }))
    client.once('close', () => clients.delete(client))
  })
})
await once(server, 'listening')

const { answer } = publisher((realm, message) => {
  const frame = { type: 'log', realm, from: message.version - 1, to: message.version, messages: [message] }
  const text = JSON.stringify(frame)
  for (const client of realms.get(realm) ?? []) client.send(text)
})
answerParent<PublishAsked>((server.address() as AddressInfo).port, answer)
