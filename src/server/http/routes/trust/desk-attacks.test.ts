import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import {
  actOf,
  addressOf,
  deskClient,
  lifting,
  nothing,
  putBack,
  revoking,
  suspending,
  takeDown,
  uphold,
} from '../../../../../test/desk-client.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { outcome } from '../../../../../test/realm-requests.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import { SIGNATURE_HEADER } from '../../../../shared/session/fresh-signature.ts'
import type { NewAction } from '../../../../shared/trust/desk.ts'
import type { ActedOn } from '../../../../shared/trust/desk-act.ts'
import { verifyLog } from '../../../domain/trust/verify-log.ts'

const database = await anyDatabase()
const wallets = [createTestWallet(), createTestWallet(), createTestWallet()] as const
const [first, second, former] = wallets.map(({ address }) => address) as [string, string, string]
const app = testApp(database, { settings: { OPERATORS: [first, second] } })
const { send, signIn, sign } = app
const [olga, pavel, quentin] = [
  await signIn(wallets[0]),
  await signIn(wallets[1]),
  // Was an operator before this server started.
  await signIn(wallets[2]),
]
expect(quentin.address).toBe(former)
const desk = deskClient(app, database)
const { act, acted, makeAgent, openCase, object } = desk
const { makeKey } = doorClient(send)
const [mallory, bob] = [await signIn(), await signIn()]
const muzzled = await signIn()
await acted(olga, { person: muzzled.address }, suspending(muzzled))
const { key } = await makeKey(olga)

/** A thing of Bob's that waits; each attack has its own. */
const fresh = async (): Promise<ActedOn & { case: string }> => ({
  case: await openCase(bob, await makeAgent(bob)),
})
const takenDown = async () => {
  const on = await fresh()
  return { on, row: await acted(olga, on, takeDown) }
}
/** Acts with a header, whosever it is. */
const actWith = (
  as: Account | undefined,
  on: ActedOn,
  action: unknown,
  headers: Record<string, string> = {},
) => send('POST', addressOf(on), { as, json: action, headers })
const signFor = (as: Account, on: ActedOn, action: NewAction) =>
  sign(as, { action: 'desk-act', act: actOf(on, action) })
const wording = (words: string): NewAction => ({ ...takeDown, words }) as NewAction
const read = (path: string, as?: Account, headers: Record<string, string> = {}) =>
  send('GET', path, { as, headers })

type Attack = [what: string, attack: () => Promise<Response>, refused: [status: number, code?: string]]

const readers: Attack[] = [
  ['a visitor reads the queue', () => read('/api/desk/cases'), [401, 'not_signed_in']],
  ['a wallet reads the queue', () => read('/api/desk/cases', mallory), [403, 'forbidden']],
  ['a suspended wallet reads the queue', () => read('/api/desk/cases', muzzled), [403, 'forbidden']],
  ['a former operator reads the queue', () => read('/api/desk/cases', quentin), [403, 'forbidden']],
  [
    'an operator’s API key reads the queue',
    () => read('/api/desk/cases', undefined, { authorization: `Bearer ${key}` }),
    [401, 'not_signed_in'],
  ],
  [
    'somebody at the server’s own machine reads the queue',
    () => read('/api/desk/cases', undefined, { host: '127.0.0.1', 'x-forwarded-for': '127.0.0.1' }),
    [401, 'not_signed_in'],
  ],
  [
    'a wallet reads a case',
    async () => read(`/api/desk/cases/${(await fresh()).case}`, mallory),
    [403, 'forbidden'],
  ],
  [
    'the maker reads their case',
    async () => read(`/api/desk/cases/${(await fresh()).case}`, bob),
    [403, 'forbidden'],
  ],
  ['a visitor reads the log', () => read('/api/desk/log'), [401, 'not_signed_in']],
  ['a wallet reads the log', () => read('/api/desk/log', mallory), [403, 'forbidden']],
  ['a wallet exports the log', () => read('/api/desk/log/export', mallory), [403, 'forbidden']],
  ['a former operator exports the log', () => read('/api/desk/log/export', quentin), [403, 'forbidden']],
  ['a visitor reads statements', () => read('/api/me/statements'), [401, 'not_signed_in']],
]

const strangers: Attack[] = [
  ['a visitor acts', async () => actWith(undefined, await fresh(), nothing), [401, 'not_signed_in']],
  ['a wallet closes a case', async () => actWith(mallory, await fresh(), nothing), [403, 'forbidden']],
  [
    'a wallet acts with its own signature',
    async () => act(mallory, await fresh(), takeDown),
    [403, 'forbidden'],
  ],
  [
    'a suspended wallet lifts its suspension',
    () => act(muzzled, { person: muzzled.address }, lifting(muzzled)),
    [403, 'forbidden'],
  ],
  ['a former operator acts', async () => act(quentin, await fresh(), takeDown), [403, 'forbidden']],
  [
    'the maker puts their own thing back',
    async () => act(bob, (await takenDown()).on, putBack),
    [403, 'forbidden'],
  ],
  [
    'a wallet acts with an operator’s signature',
    async () => {
      const on = await fresh()
      return actWith(mallory, on, takeDown, await signFor(olga, on, takeDown))
    },
    [403, 'forbidden'],
  ],
  [
    'an API key acts',
    async () => actWith(undefined, await fresh(), nothing, { authorization: `Bearer ${key}` }),
    [401, 'not_signed_in'],
  ],
  [
    'a page of another site acts',
    async () => {
      const on = await fresh()
      const headers = await signFor(olga, on, takeDown)
      return actWith(olga, on, takeDown, { ...headers, origin: 'https://evil.example' })
    },
    [403, 'cross_site_request'],
  ],
  [
    'a page of another site acts without naming itself',
    async () => actWith(olga, await fresh(), nothing, { 'sec-fetch-site': 'cross-site' }),
    [403, 'cross_site_request'],
  ],
]

const signatures: Attack[] = [
  [
    'an open page acts without a signature',
    async () => actWith(olga, await fresh(), takeDown),
    [403, 'signature_required'],
  ],
  [
    'a signature is used twice',
    async () => {
      const on = await fresh()
      const headers = await signFor(olga, on, takeDown)
      expect((await actWith(olga, on, takeDown, headers)).status).toBe(201)
      return actWith(olga, on, takeDown, headers)
    },
    [403, 'signature_required'],
  ],
  [
    'a signature for another case',
    async () => actWith(olga, await fresh(), takeDown, await signFor(olga, await fresh(), takeDown)),
    [403, 'signature_rejected'],
  ],
  [
    'a signature for another action',
    async () => {
      const on = await fresh()
      return actWith(olga, on, takeDown, await signFor(olga, on, { ...takeDown, action: 'unlist' }))
    },
    [403, 'signature_rejected'],
  ],
  [
    'a signature for other words',
    async () => {
      const on = await fresh()
      return actWith(olga, on, wording('Somebody paid me.'), await signFor(olga, on, takeDown))
    },
    [403, 'signature_rejected'],
  ],
  [
    'a signature for another ground',
    async () => {
      const on = await fresh()
      return actWith(olga, on, { ...takeDown, ground: 'illegal' }, await signFor(olga, on, takeDown))
    },
    [403, 'signature_rejected'],
  ],
  [
    'a signature for a shorter suspension',
    async () => {
      const on = await fresh()
      const headers = await signFor(olga, on, suspending(bob, 'all', 1))
      return actWith(olga, on, suspending(bob, 'all', null), headers)
    },
    [403, 'signature_rejected'],
  ],
  [
    'a signature for a wallet, used on a case',
    async () => {
      const on = await fresh()
      const headers = await signFor(olga, { person: bob.address }, suspending(bob))
      return actWith(olga, on, suspending(bob), headers)
    },
    [403, 'signature_rejected'],
  ],
  [
    'a signature for something else',
    async () => actWith(olga, await fresh(), takeDown, await sign(olga, { action: 'delete-everything' })),
    [403, 'signature_rejected'],
  ],
  [
    'another operator’s signature',
    async () => {
      const on = await fresh()
      return actWith(olga, on, takeDown, await signFor(pavel, on, takeDown))
    },
    [403, 'signature_rejected'],
  ],
  [
    'what is no signature',
    async () => actWith(olga, await fresh(), takeDown, { [SIGNATURE_HEADER]: "'; drop table desk_log; --" }),
    [403, 'signature_rejected'],
  ],
  [
    'a signature of six minutes ago',
    async () => {
      const late = testApp(database, { settings: { OPERATORS: [first] } })
      const on = await fresh()
      const headers = await late.sign(olga, { action: 'desk-act', act: actOf(on, takeDown) })
      late.advance(6 * 60_000)
      return late.send('POST', addressOf(on), { as: olga, json: takeDown, headers })
    },
    [403, 'signature_required'],
  ],
]

const letters = 'a'.repeat(10_000)
const badly = (body: unknown) => async () => actWith(olga, await fresh(), body)
const invalid: [number, string] = [422, 'validation_failed']
const bodies: Attack[] = [
  ['ten thousand letters', badly(wording(letters)), invalid],
  ['a NUL', badly(wording('It \0 advertises')), invalid],
  ['words from right to left', badly(wording('It \u202e advertises')), invalid],
  ['an unknown ground', badly({ ...takeDown, ground: 'envy' }), invalid],
  ['an unknown action', badly({ ...takeDown, action: 'delete' }), invalid],
  ['an action that only the log has', badly({ ...takeDown, action: 'object' }), invalid],
  ['a field too much', badly({ ...takeDown, operator: second }), invalid],
  ['a suspension of no days', badly(suspending(bob, 'all', 0)), invalid],
  ['a suspension of a thousand years', badly(suspending(bob, 'all', 365_000)), invalid],
  ['a suspension of what is no wallet', badly(suspending({ address: '<b>' })), invalid],
  ['a list in place of an action', badly([takeDown]), invalid],
]

const targets: Attack[] = [
  ['a case that does not exist', () => act(olga, { case: randomUUID() }, takeDown), [404, 'not_found']],
  [
    'a case whose id is SQL',
    () => read(`/api/desk/cases/${encodeURIComponent("' or 1=1 --")}`, olga),
    [404, 'not_found'],
  ],
  [
    'a cursor that is SQL',
    () => read(`/api/desk/cases?cursor=${encodeURIComponent("1' or '1'='1")}`, olga),
    [422, 'cursor_invalid'],
  ],
  [
    'a cursor of another list',
    () => read('/api/desk/log?cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', olga),
    [422, 'cursor_invalid'],
  ],
  ['an endless cursor', () => read(`/api/desk/log?cursor=${letters.slice(0, 3_000)}`, olga), invalid],
  ['a state that does not exist', () => read('/api/desk/cases?state=all', olga), invalid],
  ['a wallet that is no address', () => act(olga, { person: 'nobody' }, suspending(bob)), [404, 'not_found']],
  [
    'a suspension of somebody else than the maker',
    async () => act(olga, await fresh(), suspending(mallory)),
    invalid,
  ],
  [
    'a suspension of another wallet than the address says',
    () => act(olga, { person: bob.address }, suspending(mallory)),
    invalid,
  ],
  ['a thing taken down by way of a wallet', () => act(olga, { person: bob.address }, takeDown), invalid],
  [
    'an operator suspends themselves',
    () => act(olga, { person: first }, suspending(olga)),
    [403, 'forbidden'],
  ],
  [
    'an operator suspends another operator',
    () => act(olga, { person: second }, suspending(pavel)),
    [403, 'forbidden'],
  ],
  [
    'an operator revokes another operator’s keys',
    () => act(olga, { person: second }, revoking(pavel)),
    [403, 'forbidden'],
  ],
  [
    'an operator decides about what is their own',
    async () => act(olga, { case: await openCase(olga, await makeAgent(olga)) }, nothing),
    [403, 'forbidden'],
  ],
  [
    'a wallet that is not suspended is lifted',
    async () => act(olga, await fresh(), lifting(bob)),
    [409, 'conflict'],
  ],
  [
    'a suspended wallet is suspended again',
    () => act(olga, { person: muzzled.address }, suspending(muzzled)),
    [409, 'conflict'],
  ],
  ['what stands as usual is put back', async () => act(olga, await fresh(), putBack), [409, 'conflict']],
  ['what nobody objects to is upheld', async () => act(olga, await fresh(), uphold), [409, 'conflict']],
  [
    'a closed case is closed again',
    async () => act(pavel, (await takenDown()).on, nothing),
    [409, 'conflict'],
  ],
  [
    'what is down is taken down again',
    async () => act(pavel, (await takenDown()).on, takeDown),
    [409, 'conflict'],
  ],
]

const objections: Attack[] = [
  [
    'a visitor objects',
    async () => send('POST', '/api/me/statements/1/objection', { json: { words: 'No' } }),
    [401, 'not_signed_in'],
  ],
  [
    'somebody objects to another’s statement',
    async () => object(mallory, (await takenDown()).row.number),
    [404, 'not_found'],
  ],
  [
    'an operator objects to their own action',
    async () => object(olga, (await takenDown()).row.number),
    [404, 'not_found'],
  ],
  ['an objection to what does not exist', () => object(bob, 999_999), [404, 'not_found']],
  [
    'an objection to a number that is SQL',
    () =>
      send('POST', `/api/me/statements/${encodeURIComponent('1 or 1=1')}/objection`, {
        as: bob,
        json: { words: 'No' },
      }),
    [404, 'not_found'],
  ],
  ['an objection without words', async () => object(bob, (await takenDown()).row.number, ' '), invalid],
  [
    'an objection of ten thousand letters',
    async () => object(bob, (await takenDown()).row.number, letters),
    invalid,
  ],
  [
    'an objection with a hidden direction',
    async () => object(bob, (await takenDown()).row.number, 'No\u2067no'),
    invalid,
  ],
  [
    'an objection of another site’s page',
    async () =>
      send('POST', `/api/me/statements/${(await takenDown()).row.number}/objection`, {
        ...{ as: bob, json: { words: 'No' }, headers: { origin: 'https://evil.example' } },
      }),
    [403, 'cross_site_request'],
  ],
  [
    'a second objection',
    async () => {
      const { row } = await takenDown()
      expect((await object(bob, row.number)).status).toBe(204)
      return object(bob, row.number)
    },
    [409, 'already_objected'],
  ],
  [
    'an objection to what was put back',
    async () => {
      const { on, row } = await takenDown()
      await acted(pavel, on, putBack)
      return object(bob, row.number)
    },
    [409, 'conflict'],
  ],
  [
    'who took it down upholds it',
    async () => {
      const { on, row } = await takenDown()
      await object(bob, row.number)
      return act(olga, on, uphold)
    },
    [403, 'forbidden'],
  ],
  [
    'who took it down acts again in place of an answer',
    async () => {
      const { on, row } = await takenDown()
      await object(bob, row.number)
      return act(olga, on, { ...takeDown, action: 'unlist' })
    },
    [409, 'conflict'],
  ],
]

const attacks = [...readers, ...strangers, ...signatures, ...bodies, ...targets, ...objections]

test('there are more than forty attacks on the desk', () => {
  expect(new Set(attacks.map(([what]) => what)).size).toBeGreaterThanOrEqual(40)
})

test.each(attacks)('%s is refused', async (_, attack, refused) => {
  expect(await outcome(attack())).toEqual(refused)
})

test('after all of them the log is whole, and nobody but operators did anything', async () => {
  const rows = await desk.exportLog(olga)
  expect((await verifyLog(rows)).faults).toEqual([])
  expect(rows.filter(({ operator }) => ![first, second, ''].includes(operator))).toEqual([])
})

test('Markdown and HTML in words come back as the letters that they are', async () => {
  const on = await fresh()
  const words = '<img src=x onerror=alert(1)> **bold** [link](javascript:alert(1))'
  await acted(olga, on, { ...takeDown, words } as NewAction)
  const answer = await read('/api/me/statements', bob)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(((await answer.json()) as { statements: { words: string }[] }).statements[0]?.words).toBe(words)
})

test('twenty objections at once are one', async () => {
  const { row } = await takenDown()
  const answers = await Promise.all(Array.from({ length: 20 }, () => object(bob, row.number)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(409)])
})

test('twenty answers of two operators at once to one objection are one', async () => {
  const { on, row } = await takenDown()
  await object(bob, row.number)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => act(index % 2 ? olga : pavel, on, uphold)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await desk.exportLog(olga)).filter(({ about }) => about === row.number)).toHaveLength(2)
})

test('the log can’t be changed in the database, but for the titles that leave with people', async () => {
  const { row } = await takenDown()
  const { sql } = database
  await expect(sql`update desk_log set words = 'Nothing' where number = ${row.number}`).rejects.toThrow()
  await expect(sql`delete from desk_log where number = ${row.number}`).rejects.toThrow()
  await sql`update desk_log set title = '' where number = ${row.number}`
  expect((await verifyLog(await desk.exportLog(olga))).faults).toEqual([])
})
