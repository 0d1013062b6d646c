import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { agentVersionsSchema } from '../../../../shared/agents/agent-versions.ts'
import { agentSchema } from '../../../../shared/agents/agents.ts'
import { savedPersonaSchema, storedPersonaSchema } from '../../../../shared/agents/own-persona.ts'
import { NO_PERSONA, type Persona } from '../../../../shared/agents/persona.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { personas } from '../../../db/schema/personas.ts'

const database = await testDatabase()
const { send, signIn } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

const make = async () =>
  agentSchema.parse(await (await send('POST', '/api/agents', { as: ada, json: newAgent })).json())
const put = (id: string, persona: Partial<Persona>, basedOn?: number, lore: string[] = []) =>
  send('PUT', `/api/agents/${id}/persona`, {
    as: ada,
    json: {
      persona: { ...NO_PERSONA, ...persona },
      lorebook:
        lore.length === 0
          ? null
          : {
              entries: lore.map((content) => ({ keys: ['x'], content, enabled: true, insertion_order: 1 })),
            },
      ...(basedOn !== undefined && { basedOn }),
    },
  })
const saved = async (response: Response) => savedPersonaSchema.parse(await response.json()).version
const change = (id: string, json: object) => send('PATCH', `/api/agents/${id}`, { as: ada, json })
const restore = (id: string, number: number, basedOn: number) =>
  send('POST', `/api/agents/${id}/versions/${number}/restore`, { as: ada, json: { basedOn } })
const versionsOf = async (id: string) =>
  agentVersionsSchema.parse(await (await send('GET', `/api/agents/${id}/versions`, { as: ada })).json())
    .versions
const read = async (path: string) =>
  storedPersonaSchema.parse(await (await send('GET', path, { as: ada })).json())
const personaOf = (id: string) => read(`/api/agents/${id}/persona`)
const personaOfVersion = (id: string, number: number) => read(`/api/agents/${id}/versions/${number}/persona`)

test('a persona that changes makes a version, and the same again makes none', async () => {
  const { id } = await make()
  expect((await personaOf(id)).version).toBe(1)
  expect(await saved(await put(id, { background: 'A lighthouse.' }, 1))).toBe(2)
  expect(await saved(await put(id, { background: 'A lighthouse.' }, 2))).toBe(2)
  expect(await saved(await put(id, { background: 'A lighthouse.' }, 2, ['The lamp is out.']))).toBe(3)
  await change(id, { name: 'Ada II' })
  expect((await versionsOf(id)).map(({ number, persona }) => [number, persona])).toEqual([
    [4, 3],
    [3, 3],
    [2, 2],
    [1, 1],
  ])
  const seen = await Promise.all([1, 2, 3, 4].map((number) => personaOfVersion(id, number)))
  expect(seen.map(({ persona, lorebook }) => [persona.background, lorebook?.entries.length ?? 0])).toEqual([
    ['', 0],
    ['A lighthouse.', 0],
    ['A lighthouse.', 1],
    ['A lighthouse.', 1],
  ])
})

test('a persona that was made from an older version is refused, as any other change is', async () => {
  const { id } = await make()
  await put(id, { background: 'First.' }, 1)
  for (const outdated of [put(id, { background: 'Second.' }, 1), put(id, { background: 'Second.' }, 7)]) {
    const answer = await outdated
    expect(answer.status).toBe(409)
    expect(((await answer.json()) as Problem).code).toBe('conflict')
  }
  expect(await personaOf(id)).toMatchObject({ persona: { background: 'First.' }, version: 2 })
  // Without a version it is a change to the current one.
  expect(await saved(await put(id, { background: 'Third.' }))).toBe(3)
  const both = await Promise.all(['Fourth.', 'Fifth.'].map((background) => put(id, { background }, 3)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a version is restored with the persona and the lorebook that it had, and that can be undone', async () => {
  const { id } = await make()
  await put(id, { greetings: ['Welcome.'] }, 1, ['The lamp is out.'])
  await put(id, { greetings: ['Go away.'] }, 2)
  await change(id, { name: 'Ada II' })
  expect((await restore(id, 2, 4)).status).toBe(200)
  expect(await personaOf(id)).toMatchObject({
    persona: { greetings: ['Welcome.'] },
    lorebook: { entries: [{ content: 'The lamp is out.' }] },
    version: 5,
  })
  expect(agentSchema.parse(await (await restore(id, 4, 5)).json())).toMatchObject({
    name: 'Ada II',
    greetings: ['Go away.'],
  })
  // Before it had a persona, it had none at all.
  await restore(id, 1, 6)
  expect(await personaOf(id)).toMatchObject({ persona: NO_PERSONA, lorebook: null, version: 7 })
  expect(await database.db.select().from(personas).where(eq(personas.agentId, id))).toEqual([])
})

test('personas go with the versions that are dropped, and those that are kept still have theirs', async () => {
  const { id } = await make()
  for (let version = 1; version <= limits.agentVersions + 3; version++)
    await put(id, { background: `Room ${version}.` }, version)
  const versions = await versionsOf(id)
  expect(versions).toHaveLength(limits.agentVersions)
  const oldest = versions.at(-1)?.number ?? 0
  expect((await personaOfVersion(id, oldest)).persona.background).toBe(`Room ${oldest - 1}.`)
  expect((await send('GET', `/api/agents/${id}/versions/${oldest - 1}/persona`, { as: ada })).status).toBe(
    404,
  )
})

test('the personas of versions are for the owner alone, and what there is not is not found', async () => {
  const { id } = await make()
  const path = (of: string, number: number | string) => `/api/agents/${of}/versions/${number}/persona`
  expect((await send('GET', path(id, 1), { as: bob })).status).toBe(403)
  expect((await send('GET', path(id, 1))).status).toBe(401)
  for (const number of [2, 0, 'x'])
    expect((await send('GET', path(id, number), { as: ada })).status).toBe(404)
  expect((await send('GET', path(randomUUID(), 1), { as: ada })).status).toBe(404)
})
