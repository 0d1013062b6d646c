import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { modelOutcome, modelRequest } from '../../../../test/ask-model.ts'
import { createOpenAiProvider } from '../openai.ts'
import { seesPictures } from './pictures.ts'

const server = await startModelServer()
afterAll(() => server.close())

const picture = Buffer.from('a JPEG')
const withPicture = {
  ...modelRequest,
  messages: modelRequest.messages.map((message) =>
    message.role === 'user' ? { ...message, pictures: [picture] } : message,
  ),
}
/** Asks a model with a picture; what came of it, and the contents of the newest message in each request. */
async function ask(model: string, ...scenarios: Parameters<(typeof server)['next']>) {
  const before = server.requests.length
  server.next(...scenarios)
  const provider = createOpenAiProvider({ model, baseUrl: server.baseUrl })
  const outcome = await modelOutcome(provider(withPicture, new AbortController().signal))
  const contents = server.requests
    .slice(before)
    .map(({ body }) => (body as { messages: { content: unknown }[] }).messages.at(-1)?.content)
  return { ...outcome, contents }
}
const refusal = (message: string) => ({ name: 'error', status: 400, message }) as const

test('a model that sees gets the picture beside the text, as data', async () => {
  const { contents, unseen } = await ask('gpt-4o-sees', 'words')
  expect(unseen).toBeUndefined()
  expect(contents).toEqual([
    [
      { type: 'text', text: 'What is light?' },
      {
        type: 'image_url',
        image_url: { url: `data:image/jpeg;base64,${picture.toString('base64')}` },
      },
    ],
  ])
})

test('a model that sees nothing by its name is asked without it, and that is said before the words', async () => {
  expect(await ask('deepseek-chat', 'words')).toMatchObject({
    unseen: true,
    text: 'Hello from the scripted model.',
    contents: ['What is light?'],
  })
})

test.each([
  'Invalid content type. image_url is only supported by certain models.',
  'This model does not support multimodal input.',
  'Input should be a valid string at body.messages.1.content',
])('one that refuses it is asked once without, and is not shown another: %s', async (message) => {
  const model = `gpt-4o-${message.length}`
  const first = await ask(model, refusal(message), 'words')
  expect(first).toMatchObject({ unseen: true, text: 'Hello from the scripted model.' })
  expect(first.contents).toEqual([expect.any(Array), 'What is light?'])
  expect((await ask(model, 'words')).contents).toEqual(['What is light?'])
})

test('a refusal about something else fails as it would without a picture, and nothing is remembered', async () => {
  const failed = await ask('gpt-4o-policy', refusal('Your account is not active.'))
  expect(failed.error).toMatchObject({ status: 400 })
  expect(failed.contents).toHaveLength(1)
  expect((await ask('gpt-4o-policy', 'words')).contents).toEqual([expect.any(Array)])
})

test('which models see is told by the beginnings of their names, without a vendor, or as an operator says', () => {
  expect(['gpt-4o', 'openai/gpt-4o-mini', 'Qwen2.5-VL-7B'].map((name) => seesPictures(name))).toEqual([
    true,
    true,
    true,
  ])
  expect(['gpt-4-turbo-preview', 'gpt-3.5-turbo', 'deepseek-chat'].some((name) => seesPictures(name))).toBe(
    false,
  )
  expect(seesPictures('own-model:7b', ['own-'])).toBe(true)
  expect(seesPictures('gpt-4o', ['own-'])).toBe(false)
})
