import { has, read, type Way } from './ways.ts'
import { ABOUT, PERSON, type Server, WORDS } from './world.ts'

export const waysOfRealms: readonly Way[] = [
  { route: 'GET /api/realms', shows: (at, { realm }) => has(at, '/api/realms', realm.id) },
  {
    route: 'GET /api/realms',
    by: 'of its maker',
    shows: (at, { realm, ada }) => has(at, `/api/realms?maker=${ada.address}&query=zephyr`, realm.id),
  },
  { route: 'GET /sitemap.xml', shows: (at, { realm }) => has(at, '/sitemap.xml', realm.id) },
  {
    route: 'GET /unfurl/:kind{agent|realm|run|copy}/:id/:file{[0-9a-f]{32}\\.png}',
    shows: async (at, { realm }) =>
      (await at.unfurls.previewOf({ kind: 'realm', id: realm.id })).image.includes(realm.id),
  },
  {
    route: 'GET /api/realms/:id',
    link: true,
    shows: (at, { realm, bob }) => has(at, `/api/realms/${realm.id}`, realm.name, bob),
  },
  {
    route: 'GET /api/realms/:id/messages',
    link: true,
    shows: (at, { realm }) => has(at, `/api/realms/${realm.id}/messages`, WORDS),
  },
  {
    route: 'GET /api/me/realms',
    link: true,
    shows: (at, { realm, bob }) => has(at, '/api/me/realms', realm.id, bob),
  },
  {
    route: 'POST /api/realms/:id/messages',
    link: true,
    shows: async (at, { realm, bob, newId }) =>
      (
        await read(at, 'POST', `/api/realms/${realm.id}/messages`, {
          as: bob,
          json: { id: newId(), content: 'Hello' },
        })
      ).status === 201,
  },
]

const messageOf = async (at: Server, realm: string) => has(at, `/api/realms/${realm}/messages`, WORDS)

export const waysOfMessages: readonly Way[] = [
  { route: 'GET /api/realms/:id/messages', shows: (at, { realm }) => messageOf(at, realm.id) },
  {
    route: 'GET /api/realms/:id/messages',
    by: 'its changes',
    shows: async (at, { realm, said }) => {
      const { messages } = await at.realmLog.changesAfter(realm.id, 0, 100)
      return messages.some(({ id, content }) => id === said.id && content === WORDS)
    },
  },
]

export const waysOfCopies: readonly Way[] = [
  { route: 'GET /api/copies/:id', shows: (at, { copy }) => has(at, `/api/copies/${copy.id}`, 'A wave.') },
  {
    route: 'GET /unfurl/:kind{agent|realm|run|copy}/:id/:file{[0-9a-f]{32}\\.png}',
    shows: async (at, { copy }) =>
      (await at.unfurls.previewOf({ kind: 'copy', id: copy.id })).image.includes(copy.id),
  },
]

export const waysOfPeople: readonly Way[] = [
  { route: 'GET /api/people/:who', shows: (at, { ada }) => has(at, `/api/people/${ada.address}`, ABOUT) },
  { route: 'GET /api/people/:who', by: 'by name', shows: (at) => has(at, `/api/people/${PERSON}`, PERSON) },
  { route: 'GET /api/agents', shows: (at) => has(at, '/api/agents', PERSON) },
  { route: 'GET /api/agents/:id', shows: (at, { agent }) => has(at, `/api/agents/${agent.id}`, PERSON) },
  {
    route: 'GET /api/agents/:id/like',
    shows: (at, { other }) => has(at, `/api/agents/${other.id}/like`, PERSON),
  },
  {
    route: 'GET /api/agents/:id/card',
    shows: (at, { agent }) => has(at, `/api/agents/${agent.id}/card?format=json`, PERSON),
  },
  { route: 'GET /api/me/favourites', shows: (at, { bob }) => has(at, '/api/me/favourites', PERSON, bob) },
  { route: 'GET /api/copies/:id', shows: (at, { copy }) => has(at, `/api/copies/${copy.id}`, PERSON) },
  { route: 'GET /api/realms/:id', shows: (at, { realm }) => has(at, `/api/realms/${realm.id}`, PERSON) },
  {
    route: 'GET /api/realms/:id/messages',
    shows: (at, { realm }) => has(at, `/api/realms/${realm.id}/messages`, PERSON),
  },
  {
    route: 'GET /api/realms/:id/messages',
    by: 'their picture',
    shows: (at, { realm, imageUrl }) => has(at, `/api/realms/${realm.id}/messages`, imageUrl),
  },
  {
    route: 'POST /api/realms/:id/messages',
    by: 'what is answered at once',
    shows: async (at, { realm, ada, newId }) => {
      const id = newId()
      await read(at, 'POST', `/api/realms/${realm.id}/messages`, { as: ada, json: { id, content: 'Again' } })
      const { text } = await read(at, 'GET', `/api/realms/${realm.id}/messages?limit=1`)
      return text.includes(PERSON)
    },
  },
  {
    route: 'GET /unfurl/maker/:address{[1-9A-HJ-NP-Za-km-z]{32,44}}/:file{[0-9a-f]{32}\\.png}',
    shows: async (at, { ada, makerUnfurl }) => {
      return (await at.unfurls.previewOf({ kind: 'maker', id: ada.address })).image === makerUnfurl
    },
  },
]

const showsPicture = async (at: Server, path: string, headers: Record<string, string> = {}) => {
  const answer = await at.send('GET', path, { headers })
  await answer.arrayBuffer()
  return answer.status === 200 || answer.status === 304
}

export const waysOfPictures: readonly Way[] = [
  {
    route: 'GET /images/:file{[0-9a-f]{64}\\.webp}',
    shows: (at, { imageUrl }) => showsPicture(at, imageUrl),
  },
  {
    route: 'GET /images/:file{[0-9a-f]{64}\\.webp}',
    by: 'by a browser that has it',
    shows: (at, { imageUrl, hash }) => showsPicture(at, imageUrl, { 'if-none-match': `"${hash}"` }),
  },
  {
    route: 'GET /images/:width{w\\d+}/:file{[0-9a-f]{64}\\.webp}',
    shows: (at, { hash }) => showsPicture(at, `/images/w96/${hash}.webp`),
  },
  {
    route: 'GET /unfurl/:kind{agent|realm|run|copy}/:id/:file{[0-9a-f]{32}\\.png}',
    by: 'its address is of what it shows',
    shows: async (at, { agent, agentUnfurl }) =>
      (await at.unfurls.previewOf({ kind: 'agent', id: agent.id })).image === agentUnfurl,
  },
  { route: 'POST /api/images', shows: async (_, { upload, cyd }) => (await upload(cyd)).status === 201 },
  {
    route: 'PATCH /api/agents/:id',
    by: 'chosen for another agent',
    shows: async (at, { other, bob, imageUrl }) =>
      (await read(at, 'PATCH', `/api/agents/${other.id}`, { as: bob, json: { imageUrl } })).status === 200,
  },
]
