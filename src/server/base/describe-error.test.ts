import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeError, safeMessage } from './describe-error.ts'

const secret = 'hunter2-of-somebody'

const thrownBy = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

function postgresError(code: string, message: string) {
  return Object.assign(new Error(message), {
    name: 'PostgresError',
    severity: 'ERROR',
    code,
    detail: `Key (id)=(${secret}) already exists.`,
    where: `JSON data, line 1: ${secret}`,
    hint: secret,
    query: `select '${secret}'`,
    parameters: [secret],
    args: [secret],
    constraint_name: 'agents_pkey',
    table_name: 'agents',
    routine: '_bt_check_unique',
  })
}

test.each([
  ['a parameter of a failed statement', new DrizzleQueryError('insert into t values ($1)', [secret])],
  [
    'a parameter that looks like a line of a stack',
    new DrizzleQueryError('select', [`\n    at ${secret} (file:///x.js:1:1)`]),
  ],
  [
    'a value in a message of PostgreSQL',
    postgresError('22P02', `invalid input syntax for type uuid: "${secret}"`),
  ],
  [
    'a value in a message in another language',
    postgresError('22P02', `ungültige Syntax für Typ uuid: »${secret}«`),
  ],
  ['a value that a function raises', postgresError('P0001', `no ${secret}`)],
  ['a key value', postgresError('23505', 'duplicate key value violates unique constraint "agents_pkey"')],
  ['JSON that is none', thrownBy(() => JSON.parse(`{"a": ${secret}`))],
  ['short JSON that is none', thrownBy(() => JSON.parse(secret))],
  [
    'what a schema did not expect',
    z.object({ name: z.literal('a') }).safeParse({ name: secret, [secret]: 1 }).error,
  ],
  ['an argument of another type', thrownBy(() => Buffer.from(Symbol(secret) as never))],
  ['a header that can not be', thrownBy(() => new Headers([['x', `${secret}\0`]]))],
  ['an address with a password', new Error(`connect redis://user:${secret}@host:6379/0 refused`)],
  ['an address with a key', new Error(`Failed to parse URL from https://host/path?key=${secret}`)],
  ['a path that is a key', new Error(`no answer of https://host/hooks/${secret}`)],
  ['a cookie', new Error(`cookie: ${secret}`)],
  ['a bearer token', new Error(`Bearer ${secret} was refused`)],
  [
    'an error within',
    new Error('outer', { cause: new Error('inner', { cause: postgresError('22001', secret) }) }),
  ],
  ['a text that was thrown', secret],
])('%s is never described', (_, error) => {
  expect(JSON.stringify(describeError(error))).not.toContain(secret)
  expect(safeMessage(error)).not.toContain(secret)
})

test('what failed and where is described: the kind, the state, the names and the place', () => {
  const described = describeError(
    new DrizzleQueryError('insert', [], postgresError('23505', 'duplicate key value violates "agents_pkey"')),
  )
  expect(described).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'Failed query',
    stack: expect.stringContaining('describe-error.test.ts'),
    cause: {
      type: 'PostgresError',
      message: 'duplicate key value violates "agents_pkey"',
      code: '23505',
      constraint_name: 'agents_pkey',
      table_name: 'agents',
      routine: '_bt_check_unique',
    },
  })
  expect(describeError(new TypeError("Cannot read properties of undefined (reading 'x')")).message).toBe(
    "Cannot read properties of undefined (reading 'x')",
  )
})

test('however long and deep an error is, its description is short', () => {
  let error = new Error('x'.repeat(1_000_000))
  for (let depth = 0; depth < 50; depth++) error = new Error('y'.repeat(100_000), { cause: error })
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(8_000)
})

test('a long message is cut between letters', () => {
  for (const before of ['', 'x']) {
    const { message } = describeError(new Error(before + '🌊'.repeat(400)))
    expect([message.isWellFormed(), message.length > 290]).toEqual([true, true])
  }
})
