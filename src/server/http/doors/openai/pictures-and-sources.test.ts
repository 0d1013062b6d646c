import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { eventData, faultsOf, shapes } from '../../../../../test/openai-shapes.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'
import { createOfflineEngine } from '../../../llm/offline/offline.ts'

const model = await startModelServer()
afterAll(model.close)
const database = await anyDatabase()
const chat = await chooseEngine({
  OPENAI_BASE_URL: model.baseUrl,
  CHAT_MODEL: 'scripted',
  VISION_MODELS: ['scripted'],
})
const seeing = testApp(database, { chat })
const offline = testApp(database, {
  chat: { engine: { kind: 'offline' }, ask: createOfflineEngine({ pauseMs: 0 }) },
})
const ada = await seeing.signIn()
const doors = doorClient(seeing.send)
const { key } = await doors.makeKey(ada)
const agent = await agentSources(offline).makeAgent(ada)

const png = await sharp({ create: { width: 2_000, height: 20, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const url = `data:image/png;base64,${png.toString('base64')}`
const looking = [
  { type: 'text', text: 'What is on it?' },
  { type: 'image_url', image_url: { url, detail: 'low' } },
]

test('an image goes to a model that sees, made fit for it, in both protocols', async () => {
  const asked = [
    ['/v1/chat/completions', { messages: [{ role: 'user', content: looking }] }],
    [
      '/v1/responses',
      {
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'What is on it?' },
              { type: 'input_image', image_url: url },
            ],
          },
        ],
      },
    ],
  ] as const
  for (const [path, body] of asked) {
    const before = model.requests.length
    const answer = await doors.call(key, 'POST', path, { model: agent.id, ...body })
    expect(answer.status).toBe(200)
    await answer.text()
    const { messages } = (await model.request(before)).body as {
      messages: { content: [object, { image_url: { url: string } }] }[]
    }
    const [text, image] = messages[3]?.content ?? expect.fail('the question did not reach the model')
    expect(text).toEqual({ type: 'text', text: 'What is on it?' })
    const sent = Buffer.from(image.image_url.url.replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 1_568 })
  }
})

test('images take their part of the window, as those of conversations do: old ones are left out with their turns', async () => {
  const small = testApp(database, { chat, settings: { CHAT_WINDOW_TOKENS: 8_192 } })
  const ask = async (messages: object[]) => {
    const before = model.requests.length
    const answer = await doorClient(small.send).call(key, 'POST', '/v1/chat/completions', {
      ...{ model: agent.id, messages },
    })
    const body = await answer.json()
    const sent = model.requests[before]?.body as { messages: { content: unknown }[] } | undefined
    return { status: answer.status, body, sent: sent?.messages.map(({ content }) => JSON.stringify(content)) }
  }
  const turns = [1, 2, 3, 4].flatMap((number) => [
    { role: 'user', content: [{ type: 'text', text: `Picture ${number}.` }, looking[1]] },
    { role: 'assistant', content: `I see ${number}.` },
  ])
  const { body, sent = [] } = await ask([...turns, { role: 'user', content: looking }])
  // The question with its image, and three earlier ones, have about 6,500 of the 7,192 tokens beside the reply.
  expect(sent.join('\n').match(/image_url":\{/g)).toHaveLength(4)
  expect(sent.join('\n')).not.toContain('1.')
  expect(body.usage.prompt_tokens).toBeGreaterThan(4 * 1_600)
  const only = { role: 'user', content: [looking[1]] }
  const { sent: alone = [] } = await ask([only, { role: 'assistant', content: 'Red.' }, turns[0] ?? {}])
  expect(alone.join('\n').match(/image_url":\{/g)).toHaveLength(2)
  const refused = await ask([
    { role: 'user', content: [looking[0], ...Array.from({ length: 5 }, () => looking[1])] },
  ])
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { code: 'context_length_exceeded' } },
    sent: undefined,
  })
})

test('for a model that does not see, an image is refused before anything is answered', async () => {
  for (const stream of [false, true]) {
    const answer = await doorClient(offline.send).call(key, 'POST', '/v1/chat/completions', {
      ...{ model: agent.id, stream },
      messages: [{ role: 'user', content: looking }],
    })
    const body = await answer.json()
    expect(faultsOf(shapes.error, body)).toEqual([])
    expect([answer.status, body]).toMatchObject([400, { error: { param: 'messages' } }])
  }
})

test('what a reply cites is an annotation that leads to the passage, whole, streamed and read later', async () => {
  const lamp = 'The lamp is lit by a keeper each evening at dusk.'
  const documents = agentSources(offline)
  const keeper = await documents.makeAgent(ada)
  await documents.read(keeper, ada, { name: 'manual.md', body: `# Skerry Point\n\n${lamp}` })
  const { call } = doorClient(offline.send)
  const question = 'When is the lamp lit?'
  const messages = [{ role: 'user', content: question }]
  const whole = await (await call(key, 'POST', '/v1/chat/completions', { model: keeper.id, messages })).json()
  expect(faultsOf(shapes.completion, whole)).toEqual([])
  const { content, annotations } = whole.choices[0].message
  const [{ url_citation: cited }] = annotations
  expect(content.slice(cited.start_index, cited.end_index)).toBe('[1]')
  expect(cited.title).toContain('manual.md')
  const [, , sourceId, version, number] = new URL(cited.url).pathname.split('/')
  const query = new URLSearchParams(cited.url.split('?')[1])
  query.delete('mark')
  const address = `/api/sources/${sourceId}/passages/${version}/${number}?${query}`
  const passage = (await (await offline.send('GET', address)).json()) as { passage: { text: string } }
  expect(passage.passage.text).toContain(lamp)

  const streamed = await call(key, 'POST', '/v1/chat/completions', {
    model: keeper.id,
    messages,
    stream: true,
  })
  const chunks = eventData(await streamed.text()).slice(0, -1)
  expect(chunks.flatMap((chunk) => JSON.parse(chunk).choices[0].delta.annotations ?? [])).toHaveLength(
    annotations.length,
  )
  const response = await (
    await call(key, 'POST', '/v1/responses', { model: keeper.id, input: question })
  ).json()
  expect(faultsOf(shapes.response, response)).toEqual([])
  expect(response.output[0].content[0].annotations[0]).toMatchObject({
    type: 'url_citation',
    title: cited.title,
  })
  const later = await (await call(key, 'GET', `/v1/responses/${response.id}`)).json()
  expect(later.output).toEqual(response.output)
})
