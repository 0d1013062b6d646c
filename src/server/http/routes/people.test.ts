import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { AgentPage } from '../../../shared/agents/agents.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import type { OwnProfile, Person, Profile } from '../../../shared/people/people.ts'
import type { RealmPage } from '../../../shared/realms/realms.ts'

const { send, signIn, advance } = testApp(await testDatabase())
const DAY_MS = 24 * 60 * 60_000

type Who = Awaited<ReturnType<typeof signIn>>

/** Signs the same person in again this many days later, as an unused session has expired by then. */
const daysLater = (days: number, who: Who) => {
  advance(days * DAY_MS)
  return signIn(who.wallet)
}

/** Generates names, so that no two tests use the same one. */
let made = 0
const newName = () => `person_${++made}x`

const change = (as: Who | undefined, profile: Partial<Profile>) =>
  send('PUT', '/api/me/profile', { as, json: { name: null, imageUrl: null, about: '', ...profile } })
const find = async (who: string) => {
  const answer = await send('GET', `/api/people/${who}`)
  return { status: answer.status, body: (await answer.json()) as Person & Problem }
}
const errorsOf = async (answer: Response) => ((await answer.json()) as Problem).errors

test('a profile is seen by everybody, under the address and under the name, in any case', async () => {
  const ada = await signIn()
  const name = newName()
  const bytes = await sharp({
    create: { width: 8, height: 8, channels: 3, background: '#9b7bff' },
  })
    .png()
    .toBuffer()
  const uploaded = await send('POST', '/api/images', {
    as: ada,
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  const { imageUrl } = (await uploaded.json()) as { imageUrl: string }
  const answer = await change(ada, { name: ` ${name.toUpperCase()} `, imageUrl, about: ' Counts engines. ' })
  const person = { address: ada.address, name, pictureUrl: imageUrl, about: 'Counts engines.' }
  expect(await answer.json()).toMatchObject(person)
  for (const who of [ada.address, name, name.toUpperCase()])
    expect(await find(who)).toEqual({ status: 200, body: person })
  const own = (await (await send('GET', '/api/me/profile', { as: ada })).json()) as OwnProfile
  expect(own).toEqual({ ...person, nameChangesAt: expect.stringMatching(/Z$/) })
})

test('whoever said nothing has the address alone, and an unknown name is nobody', async () => {
  const bob = await signIn()
  const nothing = { address: bob.address, name: null, pictureUrl: null, about: '' }
  expect(await find(bob.address)).toEqual({ status: 200, body: nothing })
  expect(await find('nobody_has_this')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const who of ['%00', 'a', 'x'.repeat(2_000)]) expect(await find(who)).toMatchObject({ status: 404 })
})

test('only who is signed in has a profile to change, and what is not valid is told at its field', async () => {
  expect((await change(undefined, { about: 'x' })).status).toBe(401)
  expect((await send('GET', '/api/me/profile')).status).toBe(401)
  const cleo = await signIn()
  const answer = await change(cleo, {
    name: 'Moderator',
    imageUrl: 'https://elsewhere.example/a.png',
    about: 'a'.repeat(161),
  })
  expect(answer.status).toBe(422)
  expect(await errorsOf(answer)).toEqual({
    name: 'This name is reserved.',
    imageUrl: 'Upload a PNG, JPEG, WebP, GIF or AVIF file.',
    about: 'The line about you can have at most 160 characters.',
  })
  const unknown = await change(cleo, { imageUrl: `/images/${'0'.repeat(64)}.webp` })
  expect(await errorsOf(unknown)).toEqual({ imageUrl: 'That image is no longer stored. Upload it again.' })
})

test('nobody takes the name of another, or one that looks like it, however many try at once', async () => {
  const name = `l0ok_${newName()}`
  const alike = [name, name.replace('l', '1'), name.replace('0', 'o'), name.replaceAll('_', '')]
  const all = await Promise.all(alike.map(async (one) => change(await signIn(), { name: one })))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  const refused = all.find(({ status }) => status === 422)
  expect(refused && (await errorsOf(refused))).toEqual({
    name: 'This name, or one that looks like it, is taken.',
  })
})

test('a name is changed once a week, and given up at any time; the rest of the profile changes whenever one likes', async () => {
  let dora = await signIn()
  const [first, second] = [newName(), newName()]
  expect((await change(dora, { name: first })).status).toBe(200)
  dora = await daysLater(6, dora)
  expect(await errorsOf(await change(dora, { name: second }))).toEqual({
    name: 'You can change your name once a week.',
  })
  expect((await change(dora, { name: first, about: 'Still here.' })).status).toBe(200)
  expect((await change(dora, { name: null })).status).toBe(200)
  expect((await change(dora, { name: second })).status).toBe(422)
  dora = await daysLater(8, dora)
  const answer = await change(dora, { name: second })
  expect(await answer.json()).toMatchObject({ name: second, nameChangesAt: expect.any(String) })
})

test('a name that was given up rests for 90 days, says so, and is free again afterwards', async () => {
  const eve = await signIn()
  let fay = await signIn()
  const name = newName()
  await change(eve, { name })
  await change(eve, { name: null })
  expect(await find(name)).toMatchObject({ status: 410, body: { code: 'name_given_up' } })
  expect((await change(fay, { name })).status).toBe(422)
  fay = await daysLater(91, fay)
  expect(await find(name)).toMatchObject({ status: 404 })
  expect((await change(fay, { name })).status).toBe(200)
  expect(await find(name)).toMatchObject({ status: 200, body: { address: fay.address } })
})

test('whoever gave a name up can take it back while it rests', async () => {
  let gus = await signIn()
  const [name, other] = [newName(), newName()]
  await change(gus, { name })
  gus = await daysLater(8, gus)
  await change(gus, { name: other })
  expect(await find(name)).toMatchObject({ status: 410 })
  gus = await daysLater(8, gus)
  expect((await change(gus, { name })).status).toBe(200)
  expect(await find(name)).toMatchObject({ status: 200, body: { address: gus.address } })
  expect(await find(other)).toMatchObject({ status: 410 })
})

test("an agent tells its owner's name, and lists of agents and of realms are those of one maker where they are asked so", async () => {
  const [kim, lee] = [await signIn(), await signIn()]
  const name = newName()
  await change(kim, { name })
  for (const [as, agent, fields] of [
    [kim, 'Seen', {}],
    [kim, 'Draft', { isPublic: false }],
    [lee, 'Other', {}],
  ] as const)
    await send('POST', '/api/agents', { as, json: { ...newAgent, name: agent, ...fields } })
  const { agents } = (await (await send('GET', `/api/agents?maker=${kim.address}`)).json()) as AgentPage
  expect(agents.map((agent) => [agent.name, agent.ownerName])).toEqual([['Seen', name]])
  for (const realm of [
    { name: 'Open', description: 'x' },
    { name: 'Hidden', description: 'x', unlisted: true },
  ])
    await send('POST', '/api/realms', { as: kim, json: realm })
  await send('POST', '/api/realms', { as: lee, json: { name: 'Elsewhere', description: 'x' } })
  const { realms } = (await (await send('GET', `/api/realms?maker=${kim.address}`)).json()) as RealmPage
  expect(realms.map((realm) => realm.name)).toEqual(['Open'])
  expect((await send('GET', '/api/agents?maker=me')).status).toBe(422)
})
