import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../src/server/db/connect/connect.ts'
import { Cases } from '../src/server/domain/trust/cases.ts'
import type { DeskCasePage, LogRow, NewAction, Statement } from '../src/shared/trust/desk.ts'
import { type ActedOn, deskActText } from '../src/shared/trust/desk-act.ts'
import { newAgent, type testApp } from './app.ts'
import type { Account } from './sign-in.ts'

type App = Pick<ReturnType<typeof testApp>, 'send' | 'sign'>

/** The SHA-256 that an operator's wallet signs for an action, as a page computes it. */
export const actOf = (on: ActedOn, action: NewAction): string =>
  createHash('sha256').update(deskActText(on, action)).digest('hex')

export const addressOf = (on: ActedOn): string =>
  'case' in on ? `/api/desk/cases/${on.case}/actions` : `/api/desk/people/${on.person}/actions`

/** What tests ask the desk again and again. */
export function deskClient({ send, sign }: App, { db }: Pick<Database, 'db'>) {
  const cases = new Cases()

  async function makeAgent(as: Account, fields: object = {}): Promise<string> {
    const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }

  /** Acts as whoever's wallet signs for it. */
  const act = async (as: Account, on: ActedOn, action: NewAction): Promise<Response> =>
    send('POST', addressOf(on), {
      ...{ as, json: action },
      headers: await sign(as, { action: 'desk-act', act: actOf(on, action) }),
    })

  return {
    makeAgent,
    act,
    /** Acts, which has to succeed. @returns the row of the log */
    async acted(as: Account, on: ActedOn, action: NewAction): Promise<LogRow> {
      const answer = await act(as, on, action)
      expect(answer.status, await answer.clone().text()).toBe(201)
      return ((await answer.json()) as { row: LogRow }).row
    },
    /** Has a thing of somebody wait at the desk. @returns the case's id */
    openCase: (maker: Account, agent: string, weight = 1) =>
      cases.open(db, {
        ...{ kind: 'agent', subject: agent, source: 'report', weight, maker: maker.address, at: new Date() },
        seen: { title: 'Ada', maker: maker.address, href: `/chat/${agent}`, picture: null, texts: [] },
      }),
    async readCase(as: Account, id: string): Promise<DeskCasePage> {
      const answer = await send('GET', `/api/desk/cases/${id}`, { as })
      expect(answer.status).toBe(200)
      return (await answer.json()) as DeskCasePage
    },
    async statements(as: Account): Promise<Statement[]> {
      const answer = await send('GET', '/api/me/statements', { as })
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { statements: Statement[] }).statements
    },
    object: (as: Account, number: number, words = 'It was a joke.') =>
      send('POST', `/api/me/statements/${number}/objection`, { as, json: { words } }),
    /** The log as an operator exports it. */
    async exportLog(as: Account): Promise<LogRow[]> {
      const answer = await send('GET', '/api/desk/log/export', { as })
      expect(answer.status).toBe(200)
      const lines = (await answer.text()).split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line) as LogRow)
    },
  }
}

export const takeDown: NewAction = { action: 'take_down', ground: 'spam', words: 'It advertises.' }
export const nothing: NewAction = { action: 'nothing', ground: 'mistake', words: '' }
export const putBack: NewAction = { action: 'put_back', ground: 'mistake', words: 'We were wrong.' }
export const uphold: NewAction = { action: 'uphold', ground: 'spam', words: 'It still advertises.' }
export const suspending = (
  { address: wallet }: Pick<Account, 'address'>,
  scope: 'making' | 'speaking' | 'all' = 'all',
  days: number | null = null,
): NewAction => ({ action: 'suspend', wallet, scope, days, ground: 'rules', words: 'Please stop.' })
export const lifting = ({ address: wallet }: Pick<Account, 'address'>): NewAction => ({
  ...{ action: 'lift', wallet, ground: 'mistake', words: 'Welcome back.' },
})
export const revoking = ({ address: wallet }: Pick<Account, 'address'>): NewAction => ({
  ...{ action: 'revoke_keys', wallet, ground: 'rules', words: 'The key asks too much.' },
})
