import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Conversation } from '../../src/shared/chat/conversations.ts'
import { type Account, requestInit, type Send, signInWith } from '../../test/sign-in.ts'

/** What people do, in this order, over and over. */
export const actions = ['list agents', 'open a realm', 'say something there', 'read a conversation'] as const
export type Action = (typeof actions)[number]

/** Milliseconds that each answer took to the last byte, by what was done. */
export type Timings = Record<Action, number[]>

export interface Visitors {
  /** Everybody does one thing after the other for so long, with a pause between. */
  act(seconds: number): Promise<Timings>
}

const PAUSE_MS = 250

/** Who waits longer gives up, and the measurement with them. */
const PATIENCE_MS = 30_000

/**
 * Signed-in people, each from an own address, all in one realm, each with a conversation of their own.
 * @throws {Error} when the server refuses one of them anything
 */
export async function gatherVisitors(address: string, count: number): Promise<Visitors> {
  const people: { send: Send; account: Account; conversation: string }[] = []
  const realm = randomUUID()
  for (let index = 0; index < count; index++) {
    const headers = { 'x-forwarded-for': `192.0.2.${index + 1}` }
    const send: Send = async (method, path, sent) => {
      const answer = await fetch(
        address + path,
        requestInit(method, {
          ...sent,
          headers: { ...headers, ...sent?.headers },
          signal: AbortSignal.timeout(PATIENCE_MS),
        }),
      )
      if (!answer.ok)
        throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
      return answer
    }
    const account = await signInWith(send)
    const json = { id: realm, name: 'Harbour', description: 'All ships' }
    if (index === 0) await send('POST', '/api/realms', { as: account, json })
    people.push({ send, account, conversation: await converse(send, account) })
  }

  const doing: Record<Action, (person: (typeof people)[number]) => Promise<Response>> = {
    'list agents': ({ send, account: as }) => send('GET', '/api/agents', { as }),
    'open a realm': ({ send, account: as }) => send('GET', `/realm/${realm}`, { as }),
    'say something there': ({ send, account: as }) =>
      send('POST', `/api/realms/${realm}/messages`, { as, json: { id: randomUUID(), content: 'Hello' } }),
    'read a conversation': ({ send, account: as, conversation }) =>
      send('GET', `/api/conversations/${conversation}`, { as }),
  }

  return {
    async act(seconds) {
      const timings = Object.fromEntries(actions.map((action) => [action, [] as number[]])) as Timings
      const end = performance.now() + seconds * 1000
      await Promise.all(
        people.map(async (person, index) => {
          await wait((PAUSE_MS * index) / people.length)
          for (let turn = index; performance.now() < end; turn++) {
            const action = actions[turn % actions.length] ?? 'list agents'
            const began = performance.now()
            await (await doing[action](person)).arrayBuffer()
            timings[action].push(performance.now() - began)
            await wait(PAUSE_MS)
          }
        }),
      )
      return timings
    },
  }
}

/** A conversation with one question and its whole answer. */
async function converse(send: Send, as: Account): Promise<string> {
  const { agents } = (await (await send('GET', '/api/agents?limit=1')).json()) as { agents: { id: string }[] }
  const id = randomUUID()
  const question = { id: randomUUID(), parentId: null, content: 'What is light?' }
  const json = { replyId: randomUUID(), agentId: agents[0]?.id, question }
  await (await send('POST', `/api/conversations/${id}/replies`, { as, json })).text()
  const stored = (await (await send('GET', `/api/conversations/${id}`, { as })).json()) as Conversation
  if (stored.messages.length !== 2)
    throw new Error(`The conversation has ${stored.messages.length} messages.`)
  return id
}
