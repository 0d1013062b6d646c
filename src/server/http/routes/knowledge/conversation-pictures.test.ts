import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { ConversationFile } from '../../../../shared/chat/conversation-files.ts'
import type { Ask } from '../../../../shared/chat/conversations.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model: ModelServer = await startModelServer()
const engineOf = (name: string) =>
  chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: name, VISION_MODELS: [name] })
const database = await testDatabase()
const app = testApp(database, { chat: await engineOf('scripted') })
const { send, signIn } = app
const [ada, bob] = [await signIn(), await signIn()]
const agent = await agentSources(app).makeAgent(ada)

const red = { r: 200, g: 20, b: 20 }
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red }, limitInputPixels: false })
const upload = (conversation: string, body: Uint8Array, name = 'photo.jpg', as = bob) =>
  send(
    'POST',
    `/api/conversations/${conversation}/files?${new URLSearchParams({ id: randomUUID(), name })}`,
    {
      as,
      body: new Uint8Array(body),
    },
  )
const put = async (conversation: string, body: Uint8Array, name?: string) => {
  const answer = await upload(conversation, body, name)
  expect(answer.status).toBe(201)
  return (await answer.json()) as ConversationFile
}
const stored = async ({ id }: ConversationFile, as = bob) => send('GET', `/api/sources/${id}/file`, { as })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const asking = (files: string[], parentId: string | null = null) => {
  const ask = firstQuestion(agent.id, 'What is on it?')
  return { ...ask, question: { ...ask.question, parentId, files } } satisfies Ask
}
/** Asks, and gives the reply with the contents of the messages that the model was told. */
async function reply(conversation: string, ask: Ask) {
  const n = model.requests.length
  model.next('words')
  const events = eventsOf(await conversationClient(send, bob).ask(conversation, ask))
  const { content } = await received(replyKnown(ask.replyId), events)
  const { messages } = (await model.request(n)).body as { messages: { content: unknown }[] }
  return { content, told: messages.map((message) => message.content) }
}
const image = (bytes: Buffer) => ({
  type: 'image_url',
  image_url: { url: `data:image/jpeg;base64,${bytes.toString('base64')}` },
})

test('a picture is made smaller, without metadata, and is told to the model with its question, then and later', async () => {
  const photo = await flat(3_000, 2_000)
    .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
    .jpeg()
    .toBuffer()
  expect(photo.includes('SECRET PLACE')).toBe(true)
  const conversation = randomUUID()
  const file = await put(conversation, photo)
  expect(file).toMatchObject({ type: 'picture', name: 'photo.jpg', state: { kind: 'ready' } })
  const kept = await stored(file)
  expect(kept.headers.get('content-type')).toBe('image/jpeg')
  const bytes = await bytesOf(kept)
  expect(bytes.includes('SECRET PLACE')).toBe(false)
  const { format, width, height, exif } = await sharp(bytes).metadata()
  expect({ format, width, height, exif }).toEqual({
    format: 'jpeg',
    width: 1_568,
    height: 1_045,
    exif: undefined,
  })
  expect(file.bytes).toBe(bytes.length)

  const first = asking([file.id])
  expect((await reply(conversation, first)).told.at(-1)).toEqual([
    { type: 'text', text: 'What is on it?' },
    image(bytes),
  ])
  const { told } = await reply(conversation, asking([], first.replyId))
  expect(told.at(-1)).toBe('What is on it?')
  expect(told).toContainEqual([{ type: 'text', text: 'What is on it?' }, image(bytes)])
  const { messages } = await conversationClient(send, bob).open(conversation)
  expect(messages.find(({ role }) => role === 'user')).toMatchObject({
    files: [{ id: file.id, name: 'photo.jpg', picture: true }],
  })
  // It is nobody else's, and it is at none of the addresses that everybody can read.
  expect((await stored(file, ada)).status).toBe(404)
  expect((await send('GET', `/api/sources/${file.id}/file`)).status).toBe(404)
})

test('an edited question keeps its picture, and so does the one that was edited; a later question can’t take it', async () => {
  const conversation = randomUUID()
  const file = await put(conversation, await flat(40, 40).jpeg().toBuffer())
  const picture = image(await bytesOf(await stored(file)))
  const [first, edited] = [asking([file.id]), asking([file.id])]
  await reply(conversation, first)
  const { told } = await reply(conversation, edited)
  expect(told.at(-1)).toEqual([{ type: 'text', text: 'What is on it?' }, picture])
  const { messages } = await conversationClient(send, bob).open(conversation)
  const questions = messages.flatMap((message) => (message.role === 'user' ? [message] : []))
  expect(questions.map(({ id, files }) => [id, files?.map((attached) => attached.id)])).toEqual([
    [first.question.id, [file.id]],
    [edited.question.id, [file.id]],
  ])
  const later = await conversationClient(send, bob).ask(conversation, asking([file.id], first.replyId))
  expect(later.status).toBe(422)
})

test('PNG, WebP and the first frame of a GIF become JPEGs, whatever their name says; a small one is not enlarged', async () => {
  const frame = (colour: object) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const gif = await sharp([await frame(red), await frame({ r: 0, g: 0, b: 255 })], {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
  for (const picture of [await flat(20, 10).png().toBuffer(), await flat(20, 10).webp().toBuffer(), gif]) {
    const file = await put(randomUUID(), picture, 'notes.txt')
    expect(file.type).toBe('picture')
    const bytes = await bytesOf(await stored(file))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 20, height: 10 })
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r).toBeGreaterThan(dominant.b + 100)
  }
})

test('a picture bomb, a damaged picture and one that is too long are refused with a sentence, and nothing is stored', async () => {
  const conversation = randomUUID()
  const whole = await flat(200, 200).png().toBuffer()
  const bomb = await flat(7_200, 7_200).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(limits.pictureBytes)
  for (const [body, code] of [
    [bomb, 'source_too_large'],
    [Buffer.concat([whole.subarray(0, 60)]), 'source_invalid'],
    [Buffer.concat([whole, Buffer.alloc(limits.pictureBytes)]), 'source_too_large'],
  ] as const) {
    const { code: got, detail } = (await (await upload(conversation, body)).json()) as Problem
    expect(got).toBe(code)
    expect(detail).toMatch(/\.$/)
  }
  const files = await send('GET', `/api/conversations/${conversation}/files`, { as: bob })
  expect(await files.json()).toMatchObject({ status: 404, detail: 'There is no such conversation.' })
})

test('a model that refuses the picture answers without it, and the reply begins by saying so', async () => {
  // What a model refuses is remembered of its name.
  const refusing = testApp(database, { chat: await engineOf('refuses pictures') })
  const conversation = randomUUID()
  const file = await put(conversation, await flat(20, 20).png().toBuffer())
  const n = model.requests.length
  model.next({ name: 'error', status: 400, message: 'image_url is not supported by this model.' }, 'words')
  const ask = asking([file.id])
  const events = eventsOf(await conversationClient(refusing.send, bob).ask(conversation, ask))
  const { content, state } = await received(replyKnown(ask.replyId), events)
  expect({ content, state }).toEqual({
    content:
      'This model doesn’t see pictures, so this reply is made without them.\n\nHello from the scripted model.',
    state: 'finished',
  })
  expect(model.requests.length - n).toBe(2)
})
