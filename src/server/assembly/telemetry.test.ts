import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../e2e/fakes/model-server.ts'
import { newAgent, testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { fixedModels } from '../../../test/fixed-models.ts'
import type { Agent } from '../../shared/agents/agents.ts'
import { type FinishedSpan, Tracer } from '../base/telemetry/trace.ts'
import { Sampler } from '../base/telemetry/trace-context.ts'
import type { SeenCircuit } from '../domain/models/usable-model.ts'
import { chooseEngine } from '../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const spans: FinishedSpan[] = []
let circuits: SeenCircuit[] = []
const { send, signIn, metrics } = testApp(database, {
  models: {
    place: { ...fixedModels(chat), circuits: () => circuits },
    keyed: { find: async () => null, list: async () => [] },
  },
  tracer: new Tracer(new Sampler('always_on'), (span) => spans.push(span)),
  settings: { TRUSTED_PROXIES: 1 },
})
const ada = await signIn()
const agentId = ((await (await send('POST', '/api/agents', { as: ada, json: newAgent })).json()) as Agent).id

const QUESTION = 'What is the secret of light?'

/** Asks one question, and waits for the trace of it. */
async function talk(headers: Record<string, string> = {}) {
  const json = {
    replyId: randomUUID(),
    agentId,
    question: { id: randomUUID(), parentId: null, content: QUESTION },
  }
  const conversation = randomUUID()
  const path = `/api/conversations/${conversation}/replies`
  const answer = await send('POST', path, { as: ada, json, headers })
  await answer.text()
  const requestId = answer.headers.get('x-request-id') ?? ''
  const traceId = headers.traceparent?.split('-')[1] ?? requestId.replaceAll('-', '')
  const trace = () => spans.filter((span) => span.traceId === traceId)
  await expect.poll(() => trace().map(({ name }) => name)).toContain('invoke_agent')
  return { spans: trace(), conversation }
}

/** The names of all that a scrape has. */
function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

/** What looks like a metric of the product in an expression. */
const namesOf = (text: string) =>
  [...text.matchAll(/\b(?:bionic|http|db|gen_ai|nodejs|process)_[a-z0-9_]+(?=[{[)\s]|$)/gm)].map(
    ([name]) => name,
  )

test('each metric that the dashboard and the alert rules ask for is one of a real scrape', async () => {
  const there = namesIn(await metrics.registry.metrics())
  const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'))
  const queries: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  const rules = [...readFileSync('deploy/alerts.yml', 'utf8').matchAll(/expr: ([\s\S]*?)\n {8}for:/g)]
  expect(rules).toHaveLength(15)
  const labels = new Set(['http_response_status_code', 'gen_ai_provider_name', 'gen_ai_tool_name'])
  const labelOf = (name: string) =>
    labels.has(name) ||
    /^(?:gen_ai_(?:request_model|token_type)|db_(?:operation_name|client_connection_state))$/.test(name)
  for (const query of [...queries, ...rules.map(([, rule = '']) => rule)]) {
    const asked = namesOf(query).filter((name) => !labelOf(name))
    expect(asked, query).not.toEqual([])
    expect(
      asked.filter((name) => !there.has(name)),
      query,
    ).toEqual([])
  }
})

test('each runbook of an alert is a heading of the page for operators', () => {
  const headings = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'),
  )
  const runbooks = [
    ...readFileSync('deploy/alerts.yml', 'utf8').matchAll(/runbook: docs\/operating\.md#(\S+)/g),
  ]
  expect(runbooks).toHaveLength(15)
  expect(runbooks.map(([, anchor]) => anchor).filter((anchor) => !headings.includes(anchor ?? ''))).toEqual(
    [],
  )
})

test('a reply is measured from its statements to its tokens, and nothing of what was said is told', async () => {
  const { conversation } = await talk()
  const text = await metrics.registry.metrics()
  const labels = 'gen_ai_operation_name="chat",gen_ai_provider_name="fixed",gen_ai_request_model="scripted"'
  for (const expected of [
    `gen_ai_client_operation_duration_seconds_count{${labels},error_type=""}`,
    `gen_ai_client_operation_time_to_first_chunk_seconds_count{${labels}}`,
    'db_client_operation_duration_seconds_count{db_operation_name="select"',
    'bionic_ready{part="database"} 1',
    'bionic_replies_running 0',
    'db_client_connections{db_client_connection_state="used"}',
  ])
    expect(text).toContain(expected)
  for (const said of [QUESTION, ada.address, newAgent.name, conversation, agentId])
    expect(text).not.toContain(said)
})

test('a failed request to a model is counted by its provider and the status', async () => {
  model.next('error-401')
  const { spans } = await talk()
  expect(await metrics.registry.metrics()).toContain(
    'gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_provider_name="fixed",gen_ai_request_model="scripted",error_type="401"} 1',
  )
  expect(spans.find(({ name }) => name === 'chat scripted')).toMatchObject({
    failed: true,
    attributes: { 'error.type': '401' },
  })
})

test('the trace of a reply is that of its request, from the queue to the stored end, without anything of anybody', async () => {
  const { spans } = await talk()
  const names = spans.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'wait for a turn',
      'build the prompt',
      'chat scripted',
      'store the end',
      'invoke_agent',
      'POST /api/conversations/:id/replies',
    ]),
  )
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const roots = spans.filter(({ parentId }) => parentId === undefined || !ids.has(parentId))
  expect(roots.map(({ name }) => name)).toEqual(['POST /api/conversations/:id/replies'])
  expect(
    spans.filter(({ kind, attributes }) => kind === 'client' && attributes['db.operation.name']).length,
  ).toBeGreaterThan(1)
  const asked = spans.find(({ name }) => name === 'chat scripted')
  expect(asked?.events.map(({ name }) => name)).toEqual(['first chunk'])
  expect(asked?.parentId).toBe(spans.find(({ name }) => name === 'invoke_agent')?.spanId)
  const all = JSON.stringify(spans)
  for (const said of [QUESTION, 'Hello', ada.address, newAgent.name, agentId]) expect(all).not.toContain(said)
})

test('a trusted proxy’s trace goes on here', async () => {
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const { spans } = await talk({ traceparent: `00-${traceId}-${spanId}-01`, 'x-forwarded-for': '192.0.2.1' })
  expect(spans.find(({ kind }) => kind === 'server')?.parentId).toBe(spanId)
})

test('whether each model is asked is told as it is now', async () => {
  const told = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('bionic_model_circuit'))
  expect(await told()).toEqual([])
  circuits = [
    { provider: 'groq', model: 'llama', state: 'open', opened: 2 },
    { provider: 'openai', model: 'gpt-4o', state: 'closed', opened: 0 },
  ]
  const expected = [
    'bionic_model_circuit_state{provider="groq",model="llama"} 2',
    'bionic_model_circuit_state{provider="openai",model="gpt-4o"} 0',
    'bionic_model_circuit_opened_total{provider="groq",model="llama"} 2',
    'bionic_model_circuit_opened_total{provider="openai",model="gpt-4o"} 0',
  ]
  expect(await told()).toEqual(expected)
  expect(await told()).toEqual(expected)
  circuits = [{ provider: 'groq', model: 'llama', state: 'half-open', opened: 2 }]
  expect(await told()).toEqual([
    'bionic_model_circuit_state{provider="groq",model="llama"} 1',
    'bionic_model_circuit_opened_total{provider="groq",model="llama"} 2',
  ])
})
