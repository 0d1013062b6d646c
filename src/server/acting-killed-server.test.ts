import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../e2e/fakes/model-server.ts'
import { testDatabaseVariables } from '../../test/database.ts'
import { realmRequests } from '../../test/realm-requests.ts'
import { sendTo } from '../../test/server-pair.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { type Account, signInWith } from '../../test/sign-in.ts'
import { swarmRequests } from '../../test/swarm-requests.ts'
import type { RealmAnswer } from '../shared/realms/realm-messages.ts'
import type { PlacedCall } from '../shared/tools/told-call.ts'

const place = await testDatabaseVariables()
/** The embedded database has one server at a time: the next one starts when the first is dead. */
const isAlone = inject('template').kind === 'pglite'

type Send = ReturnType<typeof sendTo>

/** A page that never comes, and how often it was asked for. */
async function hangingPage() {
  let asked = 0
  const server = createServer(() => void asked++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/page`, asked: () => asked }
}

/** Servers whose model first asks a person or for a page, and has an end once it is told of a result. */
async function world() {
  const page = await hangingPage()
  const model = await startModelServer()
  onTestFinished(model.close)
  model.choose((body) => {
    const { messages } = body as { messages: { role: string; content: unknown }[] }
    const text = JSON.stringify(messages)
    const isNova = String(messages[0]?.content).includes('You are "Nova"')
    if (messages.some(({ role }) => role === 'tool') || !isNova)
      return { name: 'words', words: ['It is done.'] }
    const call = text.includes('Look there.')
      ? { name: 'web_page', arguments: { address: page.url, url: page.url } }
      : { name: 'ask_person', arguments: { question: 'Which colour?', choices: ['Red', 'Blue'] } }
    return { name: 'calls', words: [], calls: [call] }
  })
  const start = async () => {
    const server = await startServerProcess({
      ...place,
      OPENAI_BASE_URL: model.baseUrl,
      SEED_SAMPLES: '0',
      TOOL_ADDRESS_RANGES: '127.0.0.0/8',
    })
    onTestFinished(server.kill)
    return { send: sendTo(server), kill: server.kill }
  }
  return { page, start }
}

const agent = { tools: { own: ['ask_person', 'web_page'], servers: [] } }

interface Acting {
  state(send: Send): Promise<string | undefined>
  calls(send: Send): Promise<PlacedCall['part'][]>
}

async function inRealm(send: Send, ada: Account, wish: string): Promise<Acting> {
  const realms = realmRequests(send)
  const { id } = await realms.make(ada)
  const nova = await realms.makeAgent(ada, { name: 'Nova', ...agent })
  await send('POST', `/api/agents/${nova}/publish`, { as: ada })
  await send('PUT', `/api/realms/${id}/agents/${nova}`, { as: ada })
  await realms.said(id, `@Nova ${wish}`, ada)
  const answer = async (at: Send) =>
    (await realmRequests(at).read(id)).messages.find((one): one is RealmAnswer => one.kind === 'answer')
  return {
    state: async (at) => (await answer(at))?.state,
    async calls(at) {
      const path = `/api/realms/${id}/messages/${(await answer(at))?.id}/calls`
      const { calls } = (await (await at('GET', path, { as: ada })).json()) as { calls: PlacedCall[] }
      return calls.map(({ part }) => part)
    },
  }
}

async function inRun(send: Send, ada: Account, wish: string): Promise<Acting> {
  const runs = swarmRequests(send)
  const agentIds = await runs.makeAgents(ada, ['Nova', 'Pip'], agent)
  const { id } = await runs.begun(ada, { agentIds, task: wish })
  const turn = async (at: Send) =>
    (await swarmRequests(at).open(id, ada)).turns.find(({ seat }) => seat === 0)
  return {
    state: async (at) => (await turn(at))?.state,
    calls: async (at) => (await turn(at))?.ownCalls?.map(({ part }) => part) ?? [],
  }
}

/** Has an agent ask on a server, kills that server at a moment, and returns another one on the same database. */
async function killed(
  begin: typeof inRealm,
  wish: string,
  before: (acting: Acting, send: Send, ada: Account, asked: () => number) => Promise<void>,
) {
  const { page, start } = await world()
  const first = await start()
  const other = isAlone ? null : await start()
  const ada = await signInWith(first.send)
  const acting = await begin(first.send, ada, wish)
  await expect.poll(() => acting.state(first.send)).toBe('waiting')
  await before(acting, first.send, ada, page.asked)
  await first.kill()
  const { send } = other ?? (await start())
  return { acting, send, ada, page }
}

const decide = (send: Send, ada: Account, { call, digest }: PlacedCall['part'], decision: object) =>
  send('PUT', `/api/tool-calls/${call}/decision`, { as: ada, json: { digest, decision } })

for (const [where, begin] of [
  ['an answer in a realm', inRealm],
  ['a turn of a run', inRun],
] as const) {
  test(`${where} that waits survives its server’s death, is answered on another one and goes on there`, async () => {
    const { acting, send, ada } = await killed(begin, 'Paint it.', async () => {})
    expect(await acting.state(send)).toBe('waiting')
    const [call] = await acting.calls(send)
    if (!call) throw new Error('no call')
    expect(call.status).toMatchObject({ wait: { for: 'input', question: { text: 'Which colour?' } } })
    const answer = { kind: 'answer', action: 'accept', content: { answer: 'Red' } }
    expect((await decide(send, ada, call, answer)).status).toBe(200)
    await expect.poll(() => acting.state(send)).toBe('finished')
    expect((await acting.calls(send)).map(({ status }) => status.state)).toEqual(['done'])
  })

  test(`of what ${where} had sent when its server died it is not known whether it happened, and it is not sent again`, async () => {
    const { acting, send, ada, page } = await killed(
      begin,
      'Look there.',
      async (...[begun, at, as, asked]) => {
        const [call] = await begun.calls(at)
        if (!call) throw new Error('no call')
        expect((await decide(at, as, call, { kind: 'once' })).status).toBe(200)
        await expect.poll(asked).toBe(1)
      },
    )
    const states = async () => (await acting.calls(send)).map(({ status }) => status.state)
    await expect.poll(states).toEqual(['unknown'])
    expect(await acting.state(send)).toBe('waiting')
    const [call] = await acting.calls(send)
    if (!call) throw new Error('no call')
    expect((await decide(send, ada, call, { kind: 'settle', as: 'did-not' })).status).toBe(200)
    await expect.poll(() => acting.state(send)).toBe('finished')
    expect(await states()).toEqual(['failed'])
    expect(page.asked()).toBe(1)
  })
}
