import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Conversation } from '../../src/shared/chat/conversations.ts'
import { type Account, requestInit, type Send, signInWith } from '../../test/sign-in.ts'

/** The actions of each person, repeated in this order. */
export const actions = ['list agents', 'open a realm', 'say something there', 'read a conversation'] as const
export type Action = (typeof actions)[number]

/** Milliseconds until the last byte of each response, by action. */
export type Timings = Record<Action, number[]>

export interface Visitors {
  /** Everybody repeats the actions for this time, with a pause after each. */
  act(seconds: number): Promise<Timings>
}

const PAUSE_MS = 250

/** A response that takes longer fails the measurement. */
const PATIENCE_MS = 30_000

/**
 * Signed-in people, each with an address and a conversation of their own, all in one realm.
 * @throws {Error} if the server refuses any of their requests
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

/** A conversation with one question and its complete reply. */
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
