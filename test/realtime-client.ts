import { once } from 'node:events'
import { WebSocket } from 'ws'
import {
  type ClientFrame,
  REALTIME_PATH,
  type ServerFrame,
  serverFrameSchema,
} from '../src/shared/realms/realtime.ts'
import { readExactly } from './declared-answers.ts'
import type { Account } from './sign-in.ts'

export interface OpenOptions {
  headers?: Record<string, string>
}

/** A frame of one kind. */
type Said<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

export type RealtimeClient = Awaited<ReturnType<typeof openRealtime>>

/** A socket as it is: what it says is up to the test, and everything that it heard is kept, in order. */
export async function openRealtime(address: string, as?: Account, { headers = {} }: OpenOptions = {}) {
  const socket = new WebSocket(address.replace(/^http/, 'ws') + REALTIME_PATH, {
    headers: { ...(as && { cookie: as.cookie }), ...headers },
  })
  const received: ServerFrame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    received.push(readExactly(serverFrameSchema, JSON.parse(String(data))))
    for (const look of waiting) look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  await once(socket, 'open')
  socket.on('error', () => {})

  const client = {
    socket,
    /** Everything that was heard. */
    received,
    /** How it was closed. */
    closed,
    say: (frame: ClientFrame) => socket.send(JSON.stringify(frame)),
    /** What was heard of one kind, in order. */
    all<Type extends ServerFrame['type']>(type: Type): Said<Type>[] {
      return received.filter((frame): frame is Said<Type> => frame.type === type)
    },
    /** The first frame of a kind that fits; waits for it. */
    receive<Type extends ServerFrame['type']>(
      type: Type,
      fits: (frame: Said<Type>) => boolean = () => true,
    ): Promise<Said<Type>> {
      return new Promise((resolve) => {
        const look = () => {
          const found = client.all(type).find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
    },
    /** Enters a realm and waits until it was told who is there, which is said last. */
    async enter(realm: string, after = 0): Promise<void> {
      const before = client.all('presence').length
      client.say({ type: 'enter', realm, after })
      await client.receive('presence', (frame) => client.all('presence').indexOf(frame) >= before)
    },
    /** Waits until everything that was said to it before has come. */
    async pong(): Promise<void> {
      const before = client.all('pong').length
      client.say({ type: 'ping' })
      await client.receive('pong', (frame) => client.all('pong').indexOf(frame) >= before)
    },
    /** What was said in a realm, as far as it was told, in the order of the log. */
    contents(realm: string): string[] {
      const messages = client.all('log').flatMap((frame) => (frame.realm === realm ? frame.messages : []))
      const newest = new Map(messages.map((message) => [message.id, message]))
      return [...newest.values()]
        .sort((one, other) => one.number - other.number)
        .map(({ content }) => content)
    },
    close: () => socket.terminate(),
  }
  return client
}
