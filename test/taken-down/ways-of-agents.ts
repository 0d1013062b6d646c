import { firstQuestion } from '../conversation-client.ts'
import { bearer, has, read, type Way } from './ways.ts'
import { NAME, type Server, type World } from './world.ts'

const asks = async (at: Server, path: string, json: unknown, sent: object = {}) =>
  (await read(at, 'POST', path, { json, ...sent })).status < 300

const listed: Way[] = [
  ...[
    '',
    '?query=zephyrine',
    '?query=ze',
    '?tag=Zephyring',
    '?category=quantum',
    '?order=rising',
    '?order=talked',
  ].map(
    (by): Way => ({
      route: 'GET /api/agents',
      by,
      shows: (at, { agent }) => has(at, `/api/agents${by}`, agent.id),
    }),
  ),
  {
    route: 'GET /api/agents',
    by: 'of its maker',
    shows: (at, { agent, ada }) => has(at, `/api/agents?maker=${ada.address}`, agent.id),
  },
  {
    route: 'GET /api/agents/:id/like',
    shows: (at, { other }) => has(at, `/api/agents/${other.id}/like`, NAME),
  },
  { route: 'GET /api/home', shows: (at, { agent }) => has(at, '/api/home', agent.id) },
  { route: 'GET /sitemap.xml', shows: (at, { agent }) => has(at, '/sitemap.xml', agent.id) },
  {
    route: 'GET /unfurl/:kind{agent|realm|run|copy}/:id/:file{[0-9a-f]{32}\\.png}',
    by: 'its address in the page',
    shows: async (at, { agent }) =>
      (await at.unfurls.previewOf({ kind: 'agent', id: agent.id })).image.includes(agent.id),
  },
  { route: 'GET /v1/models', shows: (at, world) => hasDoor(at, '/v1/models', world) },
  {
    route: 'POST /mcp',
    by: 'find_agents',
    shows: (at, world) => callTool(at, world, 'find_agents', { query: NAME }, world.agent.id),
  },
]

async function hasDoor(at: Server, path: string, world: World): Promise<boolean> {
  const { status, text } = await read(at, 'GET', path, { headers: bearer(world) })
  return status === 200 && text.includes(world.agent.handle ?? '')
}

async function callTool(
  at: Server,
  world: World,
  name: string,
  args: object,
  word: string,
): Promise<boolean> {
  const { status, text } = await read(at, 'POST', '/mcp', {
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    headers: {
      ...bearer(world),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
  })
  return status === 200 && text.includes(word) && !text.includes('"isError":true')
}

const message = (id: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'message/send',
  params: {
    message: {
      kind: 'message',
      messageId: id,
      role: 'user',
      parts: [{ kind: 'text', text: 'What is light?' }],
    },
  },
})

const programs: Way[] = [
  {
    route: 'GET /v1/models/:model',
    shows: (at, world) => hasDoor(at, `/v1/models/${world.agent.handle}`, world),
  },
  {
    route: 'POST /v1/chat/completions',
    shows: (at, world) =>
      asks(
        at,
        '/v1/chat/completions',
        { model: world.agent.handle, messages: [{ role: 'user', content: 'What is light?' }] },
        { headers: bearer(world) },
      ),
  },
  {
    route: 'POST /v1/responses',
    shows: (at, world) =>
      asks(
        at,
        '/v1/responses',
        { model: world.agent.id, input: 'What is light?' },
        { headers: bearer(world) },
      ),
  },
  {
    route: 'POST /mcp',
    by: 'ask_agent',
    shows: (at, world) =>
      callTool(at, world, 'ask_agent', { agent: world.agent.id, message: 'What is light?' }, 'finished'),
  },
  {
    route: 'GET /a2a/:agent/.well-known/agent-card.json',
    shows: (at, { agent }) => has(at, `/a2a/${agent.handle}/.well-known/agent-card.json`, NAME),
  },
  {
    route: 'POST /a2a/:agent',
    shows: async (at, world) => {
      const sent = { json: message(world.newId()), headers: bearer(world) }
      const { status, text } = await read(at, 'POST', `/a2a/${world.agent.id}`, sent)
      return status === 200 && text.includes('"result"')
    },
  },
]

const people: Way[] = [
  { route: 'GET /api/agents/:id', shows: (at, { agent }) => has(at, `/api/agents/${agent.id}`, NAME) },
  {
    route: 'GET /api/agents/:id/card',
    shows: (at, { agent }) => has(at, `/api/agents/${agent.id}/card?format=json`, NAME),
  },
  {
    route: 'GET /api/agents/:id/sources',
    shows: (at, { agent }) => has(at, `/api/agents/${agent.id}/sources`, 'sources'),
  },
  {
    route: 'GET /api/me/favourites',
    shows: (at, { agent, bob }) => has(at, '/api/me/favourites', agent.id, bob),
  },
  {
    route: 'PUT /api/agents/:id/favourite',
    shows: async (at, { agent, bob }) =>
      (await read(at, 'PUT', `/api/agents/${agent.id}/favourite`, { as: bob })).status < 300,
  },
  {
    route: 'PUT /api/agents/:id/upvote',
    shows: async (at, { agent, bob }) =>
      (await read(at, 'PUT', `/api/agents/${agent.id}/upvote`, { as: bob })).status === 200,
  },
  {
    route: 'GET /api/agents/:id/last-talk',
    by: 'which offers to go on',
    shows: async (at, { agent, bob, talk }) => {
      const { text } = await read(at, 'GET', `/api/conversations/${talk.id}`, { as: bob })
      return (
        text.includes('"agentAnswers":true') && (await has(at, `/api/agents/${agent.id}/last-talk`, '', bob))
      )
    },
  },
  {
    route: 'GET /api/conversations',
    by: 'its name and that it answers',
    shows: async (at, { bob, talk }) => {
      const { text } = await read(at, 'GET', '/api/conversations?query=windy', { as: bob })
      const { conversations } = JSON.parse(text) as {
        conversations: { id: string; agentName: string; agentAnswers: boolean }[]
      }
      const found = conversations.find(({ id }) => id === talk.id)
      return found?.agentName === NAME && found.agentAnswers
    },
  },
  {
    route: 'POST /api/conversations/:id/replies',
    shows: (at, { agent, bob, newId }) =>
      asks(at, `/api/conversations/${newId()}/replies`, firstQuestion(agent.id), { as: bob }),
  },
  {
    route: 'PUT /api/conversations/:id',
    by: 'a visitor’s conversation that is kept',
    shows: (at, { agent, bob, newId }) => {
      const [question, reply] = [newId(), newId()]
      const messages = [
        {
          id: question,
          parentId: null,
          role: 'user',
          content: 'What is light?',
          createdAt: new Date().toISOString(),
        },
        {
          id: reply,
          parentId: question,
          role: 'assistant',
          content: 'A wave.',
          state: 'finished',
          cutShort: false,
          forgotten: 0,
          repliedAt: null,
          createdAt: new Date().toISOString(),
        },
      ]
      return read(at, 'PUT', `/api/conversations/${newId()}`, {
        as: bob,
        json: { agentId: agent.id, messages },
      }).then(({ status }) => status < 300)
    },
  },
  {
    route: 'POST /api/chat',
    shows: (at, { agent }) => asks(at, '/api/chat', { agentId: agent.id, message: 'What is light?' }),
  },
  {
    route: 'POST /api/social/drafts',
    shows: (at, { agent }) =>
      asks(at, '/api/social/drafts', {
        ...{
          agentId: agent.id,
          platform: 'x',
          topic: 'Light',
          source: '',
          tone: 'professional',
          position: 1,
          count: 1,
          instead: '',
        },
      }),
  },
  {
    route: 'POST /api/swarm/unkept-runs',
    shows: (at, { agent, other, newId }) =>
      asks(at, '/api/swarm/unkept-runs', {
        id: newId(),
        mode: 'parallel',
        task: 'Explain light',
        agentIds: [agent.id, other.id],
        rounds: 1,
        words: 1_000,
      }),
  },
  {
    route: 'GET /api/copies/:id',
    by: 'a link to it',
    shows: (at, { agent, copy }) => has(at, `/api/copies/${copy.id}`, agent.id),
  },
  {
    route: 'GET /api/realms/:id',
    by: 'who is there',
    shows: (at, { agent, bobsRealm }) => has(at, `/api/realms/${bobsRealm.id}`, agent.id),
  },
  {
    route: 'PUT /api/realms/:id/agents/:agentId',
    shows: async (at, { agent, bobsRealm, bob }) =>
      (await read(at, 'PUT', `/api/realms/${bobsRealm.id}/agents/${agent.id}`, { as: bob })).status === 200,
  },
]

export const waysOfAgents: readonly Way[] = [
  ...listed,
  ...[...people, ...programs].map((way): Way => ({ ...way, link: true })),
]
