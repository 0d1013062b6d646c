import { createHash, randomUUID } from 'node:crypto'
import type { Agent, NewAgent } from '../src/shared/agents/agents.ts'
import type { DeskCase, NewAction } from '../src/shared/trust/desk.ts'
import { deskActText } from '../src/shared/trust/desk-act.ts'
import type { NewReport } from '../src/shared/trust/reports.ts'
import { type Account, requestInit, type Send, signatureFor, signInWith } from '../test/sign-in.ts'
import { operators } from './operators.ts'

/** Asks a server for an address of it, from outside of any page. */
export const sendTo =
  (address: string): Send =>
  (method, path, sent) =>
    fetch(address + path, requestInit(method, sent))

async function made<Answer>(asked: Promise<Response>): Promise<Answer> {
  const answer = await asked
  if (!answer.ok) throw new Error(`It was not made: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** A public agent of somebody. */
export const makeAgentOf = (send: Send, maker: Account, fields: Partial<NewAgent> & { name: string }) =>
  made<Agent>(
    send('POST', '/api/agents', {
      as: maker,
      json: {
        description: 'Sells watches that are as good as real ones, and quicker.',
        category: 'synthetic',
        personality: 'You sell watches.',
        capabilities: ['Selling'],
        knowledgeDomains: ['Watches'],
        isPublic: true,
        ...fields,
      },
    }),
  )

/** Somebody reports an agent; a visitor where nobody is named. */
export const reportAgent = (send: Send, agent: Agent, given: Partial<NewReport> = {}, by?: Account) =>
  made(
    send('POST', '/api/reports', {
      as: by,
      json: {
        ...{ id: randomUUID(), kind: 'agent', subject: agent.id, reason: 'spam' },
        words: 'It asked me for my seed phrase, twice.',
        ...given,
      },
    }),
  )

/** So many agents of one maker, each reported once. */
export async function fillDesk(address: string, names: readonly string[]): Promise<Agent[]> {
  const send = sendTo(address)
  const [maker, reporter] = [await signInWith(send), await signInWith(send)]
  const agents: Agent[] = []
  for (const name of names) {
    const agent = await makeAgentOf(send, maker, { name })
    await reportAgent(send, agent, {}, reporter)
    agents.push(agent)
  }
  return agents
}

/** An operator, signed in without a page. */
export async function operatorOf(send: Send, which: 0 | 1): Promise<Account> {
  const wallet = operators[which]
  if (!wallet) throw new Error('there is no such operator')
  return signInWith(send, wallet)
}

/** An operator's decision about the case of an agent, which waits at the desk. */
export async function decide(send: Send, operator: Account, agent: Agent, action: NewAction): Promise<void> {
  const { cases } = await made<{ cases: DeskCase[] }>(send('GET', '/api/desk/cases', { as: operator }))
  const found = cases.find(({ subject }) => subject === agent.id)
  if (!found) throw new Error('no case of it waits')
  const act = createHash('sha256')
    .update(deskActText({ case: found.id }, action))
    .digest('hex')
  const headers = await signatureFor(send, operator, { action: 'desk-act', act })
  await made(send('POST', `/api/desk/cases/${found.id}/actions`, { as: operator, json: action, headers }))
}
