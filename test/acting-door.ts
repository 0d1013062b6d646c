import type { Database } from '../src/server/db/connect/connect.ts'
import { actingModel, countedTools } from './acting-model.ts'
import { doorServer } from './door-server.ts'

/** A door to an agent that sends messages: its model calls `send`, and says what became of it. */
export async function actingDoor(
  database: Database,
  {
    script = (_, step) => (step === 0 ? [{ name: 'send', arguments: { to: 'ada' } }] : 'It is sent.'),
    tools = countedTools(async () => ({ kind: 'done', text: 'accepted' })),
    own = [],
    ...options
  }: {
    script?: Parameters<typeof actingModel>[0]
    tools?: ReturnType<typeof countedTools>
    own?: readonly string[]
  } & Omit<NonNullable<Parameters<typeof doorServer>[1]>, 'tools'> = {},
) {
  const acting = actingModel(script)
  const server = await doorServer(database, {
    ...{ chat: acting.chat, tools: [tools.source], alone: false, ...options },
  })
  const owner = await server.signIn()
  const agent = await server.newAgent(owner, { tools: { own, servers: [] } })
  const key = await server.newKey(owner)
  return { ...server, ...{ acting, tools, owner, agent, key } }
}
