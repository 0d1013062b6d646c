import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { countedTo, type TinyModel, tinyModel } from '../../../../test/tiny-model.ts'
import { workingFolder } from '../../../../test/working-folder.ts'
import { modelEngineFolder } from '../../base/files.ts'
import type { ModelEvent, ModelMessage, ModelRequest } from '../provider.ts'
import { MODEL_TIMEOUT_MS } from '../settings/model-settings.ts'
import { installEngine } from './install-engine.ts'
import { IDLE_MS, LocalModel } from './local-model.ts'
import type { Later } from './silence.ts'

/** The real engine on weights that are made here. */
let folder = ''

// The engine takes a second to start, and many of them on a busy machine; nothing is asserted about it.
vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  folder = await mkdtemp(join(workingFolder, 'local-model-'))
  await installEngine(modelEngineFolder)
}, 300_000)
afterAll(async () => {
  await Promise.all([...shared.values()].map(({ model }) => model.close()))
  await rm(folder, { recursive: true, force: true })
})

const agent = { name: 'Ada' } as ModelRequest['agent']
const never = new AbortController().signal

function request(said: string | readonly ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest {
  const messages: readonly ModelMessage[] =
    typeof said === 'string'
      ? [
          { role: 'system', content: 'You are Ada.' },
          { role: 'user', content: said },
        ]
      : said
  return { agent, messages, ...more }
}

/** A clock that moves when a test says so. */
function handClock() {
  const waiting = new Set<{ ms: number; act: () => void }>()
  const later: Later = (ms, act) => {
    const one = { ms, act }
    waiting.add(one)
    return () => waiting.delete(one)
  }
  const pass = (ms: number) => {
    for (const one of [...waiting]) {
      one.ms -= ms
      if (one.ms <= 0 && waiting.delete(one)) one.act()
    }
  }
  return { later, pass }
}

let made = 0

/** Starting the engine takes a second: most tests ask one of two models, which counts to forty, or without end. */
const shared = new Map<'counting' | 'endless', { model: LocalModel; clock: ReturnType<typeof handClock> }>()

async function sharedModel(which: 'counting' | 'endless') {
  const known = shared.get(which)
  if (known) return known
  made += 1
  const weights = join(folder, `${made}.gguf`)
  await writeFile(weights, tinyModel({ words: 40, endless: which === 'endless' }))
  const clock = handClock()
  const one = { model: new LocalModel({ weights, engine: modelEngineFolder, later: clock.later }), clock }
  shared.set(which, one)
  return one
}

async function startModel(
  what: TinyModel,
  more: Partial<ConstructorParameters<typeof LocalModel>[0]> = {},
): Promise<LocalModel> {
  made += 1
  const weights = join(folder, `${made}.gguf`)
  await writeFile(weights, tinyModel(what))
  const model = new LocalModel({ weights, engine: modelEngineFolder, ...more })
  onTestFinished(() => model.close())
  return model
}

async function answerOf(model: LocalModel, of: ModelRequest, signal = never) {
  const events: ModelEvent[] = []
  for await (const event of model.ask(of, signal)) events.push(event)
  const words = events.flatMap((event) => (event.type === 'words' ? [event.text] : []))
  return { events, words, text: words.join(''), end: events.find((event) => event.type === 'end') }
}

/** Resolves with its first words; the rest is the caller's. */
async function begin(model: LocalModel, of: ModelRequest, signal = never) {
  const events = model.ask(of, signal)[Symbol.asyncIterator]()
  await events.next()
  return events
}

const isThere = (pid: number | undefined) => pid !== undefined && existsSync(`/proc/${pid}/statm`)

test('a reply of the real engine arrives word by word, and its process is there only from the first question on', async () => {
  const { model } = await sharedModel('counting')
  expect(model.phase).toBe('ready')
  expect(model.pid).toBeUndefined()

  const { text, words, end } = await answerOf(model, request('Hello?'))

  expect(text).toBe(countedTo(40))
  expect(words.length).toBeGreaterThan(30)
  expect(end).toMatchObject({ reason: 'stop', usage: { cached: 0 } })
  expect(model.phase).toBe('running')
})

test('a limit of tokens ends a reply with its reason, and a text that was to stop it is not said', async () => {
  const { model } = await sharedModel('counting')
  expect(await answerOf(model, request('Count', { maxTokens: 8 }))).toMatchObject({
    text: countedTo(5),
    end: { reason: 'length', usage: { completion: 8 } },
  })
  expect(await answerOf(model, request('Count', { stop: [' 7'] }))).toMatchObject({
    text: countedTo(6),
    end: { reason: 'stop' },
  })
})

test('the next turn of a conversation reads what was said before from the prompt’s cache', async () => {
  const { model } = await sharedModel('counting')
  const first = request('Hello?')
  const { text } = await answerOf(model, first)
  const said: ModelMessage[] = [
    ...first.messages,
    { role: 'assistant', content: text },
    { role: 'user', content: 'On?' },
  ]

  const { end } = await answerOf(model, request(said))

  const usage = end?.type === 'end' ? end.usage : undefined
  expect(usage?.cached).toBeGreaterThan(60)
  expect((usage?.prompt ?? 0) - (usage?.cached ?? 0)).toBeLessThan(60)
})

test('a stop ends the reply at once and the model as well, so that the next question is answered', async () => {
  const { model } = await sharedModel('endless')
  const stopped = new AbortController()
  const running = await begin(model, request('Without end', { maxTokens: 1_000_000 }), stopped.signal)
  stopped.abort()
  // What had arrived may still be told.
  for (let rest = await running.next(); !rest.done; rest = await running.next());

  expect(await answerOf(model, request('And now?', { maxTokens: 4 }))).toMatchObject({
    text: 'I count: 1',
    end: { reason: 'length' },
  })
})

test('whoever leaves the loop stops the model as well', async () => {
  const { model } = await sharedModel('endless')
  for await (const event of model.ask(request('Without end', { maxTokens: 1_000_000 }), never))
    if (event.type === 'words') break
  await expect.poll(() => model.questions).toBe(0)
})

test('questions are answered one after the other in their order, and who gives up waiting leaves the line', async () => {
  const { model } = await sharedModel('counting')
  const gone = new AbortController()
  const ends: string[] = []
  const ask = (name: string, signal = never) =>
    answerOf(model, request(name), signal).then(({ text }) => ends.push(text === '' ? `${name} left` : name))
  const asked = [ask('first'), ask('second', gone.signal), ask('third')]
  await expect.poll(() => model.questions).toBe(3)
  gone.abort()
  await Promise.all(asked)

  expect(ends).toEqual(['second left', 'first', 'third'])
  expect(model.questions).toBe(0)
})

test('of twenty questions at once those that find no place are told when to come back, and all others are answered', async () => {
  const { model } = await sharedModel('counting')
  const asked = Array.from({ length: 20 }, (_, index) => answerOf(model, request(`Question ${index}`)))
  const settled = await Promise.allSettled(asked)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))

  expect(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.text] : []))).toEqual(
    Array.from({ length: 8 }, () => countedTo(40)),
  )
  expect(refused).toHaveLength(12)
  for (const error of refused) expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 30 })
})

test('ten minutes after the last answer the process is gone and its memory given back; the next question starts it again', async () => {
  const { model, clock } = await sharedModel('counting')
  await answerOf(model, request('Hello?'))
  const { pid } = model
  expect(isThere(pid)).toBe(true)

  clock.pass(IDLE_MS - 1)
  await answerOf(model, request('Again?'))
  clock.pass(IDLE_MS - 1)
  expect(model.pid).toBe(pid)
  clock.pass(1)

  expect(model.phase).toBe('ready')
  await expect.poll(() => isThere(pid)).toBe(false)
  expect((await answerOf(model, request('And now?'))).text).toBe(countedTo(40))
  expect(model.pid).not.toBe(pid)
})

test('it does not go while a long answer is made', async () => {
  const { model, clock } = await sharedModel('endless')
  await answerOf(model, request('Hello?', { maxTokens: 3 }))
  const stopped = new AbortController()
  const running = await begin(model, request('Without end', { maxTokens: 1_000_000 }), stopped.signal)
  const { pid } = model
  clock.pass(MODEL_TIMEOUT_MS - 1)
  expect((await running.next()).done).toBe(false)
  expect(model.pid).toBe(pid)
  stopped.abort()
  await running.next()
  await expect.poll(() => model.questions).toBe(0)
})

test('a crash fails the reply that runs, and the next question gets a new process', async () => {
  const { model } = await sharedModel('endless')
  const running = await begin(model, request('Without end', { maxTokens: 1_000_000 }))
  const waiting = answerOf(model, request('Behind it', { maxTokens: 4 }))
  process.kill(model.pid ?? 0, 'SIGKILL')

  await expect(
    (async () => {
      for (let rest = await running.next(); !rest.done; rest = await running.next());
    })(),
  ).rejects.toMatchObject({ name: 'ModelAnswerBroken' })
  expect((await waiting).text).toBe('I count: 1')
})

test('a file that holds no weights, and too little memory, are failures that say so', async () => {
  const broken = join(folder, 'broken.gguf')
  await writeFile(broken, Buffer.concat([tinyModel({ words: 3 }).subarray(0, 4_000)]))
  const model = new LocalModel({ weights: broken, engine: modelEngineFolder })
  onTestFinished(() => model.close())
  await expect(answerOf(model, request('Hello?'))).rejects.toMatchObject({ name: 'ModelAnswerBroken' })
  expect(model.failure).toBe('The model could not be loaded. The server’s log says why.')

  const poor = await startModel({ words: 3 }, { freeMemory: () => 3e8 })
  await expect(answerOf(poor, request('Hello?'))).rejects.toMatchObject({ name: 'ModelAnswerBroken' })
  expect(poor.failure).toBe('The model needs 700 MB of memory, and 300 MB are free.')
  expect(poor.pid).toBeUndefined()
})

test('closing ends the process and whoever waits', async () => {
  const { model } = await sharedModel('endless')
  const running = await begin(model, request('Without end', { maxTokens: 1_000_000 }))
  const waiting = answerOf(model, request('Behind it'))
  waiting.catch(() => {})
  const { pid } = model
  await model.close()

  expect(isThere(pid)).toBe(false)
  await expect(waiting).rejects.toMatchObject({ name: 'ModelAnswerBroken' })
  await running.return?.(undefined)
})
