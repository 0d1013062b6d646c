import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { type RealmDetail, type RealmPage, realmDetailSchema } from '../../../../shared/realms/realms.ts'

const { send, signIn, advance } = testApp(await testDatabase())
const [ada, bob] = [await signIn(), await signIn()]

const create = (json: unknown, as?: typeof ada) => send('POST', '/api/realms', { as, json })
const list = async (query = '') => (await (await send('GET', `/api/realms${query}`)).json()) as RealmPage

async function make(name: string, description = ''): Promise<RealmDetail> {
  advance(1)
  const response = await create({ name, description }, ada)
  expect(response.status).toBe(201)
  return realmDetailSchema.parse(await response.json())
}

// §1.9, §3.16, §7.13
test('a realm is what was sent, made by who sent it, who is its first participant', async () => {
  const realm = await make(' The Atrium ', 'Arrivals.')
  expect(realm).toMatchObject({
    name: 'The Atrium',
    description: 'Arrivals.',
    createdBy: ada.address,
    participants: [ada.address],
  })
  const read = await send('GET', `/api/realms/${realm.id}`)
  expect(await read.json()).toEqual(realm)
})

test('sending the same id again gives what the first try made; for anybody else the id is taken', async () => {
  const id = crypto.randomUUID()
  const first = await create({ id, name: 'First', description: '' }, ada)
  const again = await create({ id, name: 'Second', description: '' }, ada)
  expect([first.status, again.status]).toEqual([201, 200])
  expect(await again.json()).toEqual(await first.json())
  const other = await create({ id, name: 'Third', description: '' }, bob)
  expect(other.status).toBe(409)
})

// §1.9, §7.14
test('realms are listed newest first, page by page, with no gap and no double', async () => {
  const mark = crypto.randomUUID()
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.unshift((await make(`Realm ${count} ${mark}`)).id)
  const first = await list(`?query=${mark}&limit=2`)
  const second = await list(`?query=${mark}&limit=2&cursor=${first.nextCursor}`)
  const third = await list(`?query=${mark}&limit=2&cursor=${second.nextCursor}`)
  expect([first, second, third].flatMap(({ realms }) => realms).map(({ id }) => id)).toEqual(made)
  expect(third.nextCursor).toBeNull()
})

test.each([
  ['the name, whatever its case', 'ÖBSERVATORY', 1],
  ['the description', 'for 100%_\\', 1],
  ['a word whose last letter is written in another way at its end', 'ΟΔΥΣΣΕΎΣ', 1],
  ['a sign as itself', '%_', 1],
  ['nothing that spans both', 'öbservatoryfor', 0],
])('a search finds %s', async (_, query, found) => {
  await make('Öbservatory', 'For 100%_\\ of the sky, οδυσσεύς')
  const { realms } = await list(`?query=${encodeURIComponent(query)}&limit=1`)
  expect(realms).toHaveLength(found)
})

const valid = { name: 'Realm', description: 'A place.' }

/** Invalid input and the field that the response names. */
test.each<[string, object, string]>([
  ['a forged creator', { createdBy: bob.address }, 'createdBy'],
  ['forged participants', { participants: [bob.address] }, 'participants'],
  ['a blank name', { name: ' ' }, 'name'],
  ['an invisible name', { name: '\u200b' }, 'name'],
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['a name with NUL', { name: '\0a' }, 'name'],
  ['a name of 81', { name: 'x'.repeat(limits.realmName + 1) }, 'name'],
  ['no description', { description: undefined }, 'description'],
  ['a description with half a surrogate pair', { description: '\ud800' }, 'description'],
  ['a description of 501', { description: 'x'.repeat(limits.realmDescription + 1) }, 'description'],
  ['an id that is none', { id: 7 }, 'id'],
])('%s', async (_, fields, field) => {
  const response = await create({ ...valid, ...fields }, ada)
  expect(response.status).toBe(422)
  const { code, errors } = (await response.json()) as { code: string; errors: object }
  expect([code, Object.keys(errors)]).toEqual(['validation_failed', [field]])
})

test('a visitor makes no realm, and what is not there is not found', async () => {
  expect((await create(valid)).status).toBe(401)
  for (const id of [crypto.randomUUID(), 'nothing'])
    expect((await send('GET', `/api/realms/${id}`)).status).toBe(404)
})
