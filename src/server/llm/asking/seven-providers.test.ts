import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScriptedProvider, startProvider } from '../../../../e2e/fakes/providers/scripted-provider.ts'
import { sevenProviders } from '../../../../e2e/fakes/providers/seven-providers.ts'
import { modelRequest } from '../../../../test/ask-model.ts'
import type { Carry, ModelEvent, ModelMessage, ModelRequest, TokenUsage, ToolCall } from '../provider.ts'
import { createModel } from './create-model.ts'

const started: ScriptedProvider[] = []
beforeAll(async () => {
  started.push(...(await Promise.all(sevenProviders.map(startProvider))))
})
afterAll(() => Promise.all(started.map((provider) => provider.close())))

interface Heard {
  text: string
  reasoning: string
  types: ModelEvent['type'][]
  model?: string
  calls?: readonly ToolCall[]
  carry?: Carry
  end?: string
  usage?: TokenUsage | undefined
}

async function ask({ rules, baseUrl }: ScriptedProvider, request: Partial<ModelRequest>): Promise<Heard> {
  const { dialect, model, name: provider } = rules
  const heard: Heard = { text: '', reasoning: '', types: [] }
  const provides = createModel({ dialect, provider, baseUrl, model })
  for await (const event of provides({ ...modelRequest, ...request }, new AbortController().signal)) {
    heard.types.push(event.type)
    if (event.type === 'words') heard.text += event.text
    if (event.type === 'reasoning') heard.reasoning += event.text
    if (event.type === 'answering') heard.model = event.model
    if (event.type === 'calls') heard.calls = event.calls
    if (event.type === 'carry') heard.carry = event.carry
    if (event.type === 'end') Object.assign(heard, { end: event.reason, usage: event.usage })
  }
  return heard
}

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const offered = { tools: [{ type: 'function', function: { name: 'weather', parameters } }] }
/** An id that not every provider takes. */
const call = { id: 'functions.weather:0', name: 'weather', arguments: '{"city": "Oslo, in 2 days"}' }
const step = { thoughts: 'They want the weather.', words: 'Let me look.', calls: [call] }

/** A turn in which a model has called a tool, and waits for what comes of it. */
async function calledBy(provider: ScriptedProvider) {
  provider.next(step)
  const heard = await ask(provider, { offered })
  const messages: ModelMessage[] = [
    ...modelRequest.messages,
    { role: 'assistant', content: heard.text, calls: heard.calls, carry: heard.carry },
    { role: 'tool', content: 'Rain.', callId: call.id },
  ]
  return { heard, messages }
}

const secretsOf = ({ carry }: Heard) =>
  stringsOf(JSON.parse(carry?.bytes ?? '[]')).filter((text) => text.length > 12)

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** Why each of them refuses something in these tests. */
const expectedRefusals: readonly RegExp[] = [
  /encrypted content could not be verified/,
  /Invalid `signature` in `thinking` block/,
  /Invalid `signature` in `thinking` block/,
  /Corrupted thought signature/,
  /valid range of max_tokens/,
  /Invalid `signature`/,
  /stream_options/,
]

describe.each(sevenProviders.map((rules, at) => ({ rules, at })))('$rules.name', ({ rules, at }) => {
  const here = () => started[at] as ScriptedProvider
  const thinks = rules.thinksIn !== 'nothing'

  test('answers with words, and says which model it is and what it used', async () => {
    here().next({ words: 'Hello there, friend.' })
    const heard = await ask(here(), {})
    expect(heard).toMatchObject({ text: 'Hello there, friend.', end: 'stop', model: rules.model })
    expect(heard.types.indexOf('answering')).toBeLessThan(heard.types.indexOf('words'))
    if (rules.thinksIn !== 'text')
      expect(heard.usage).toEqual({ prompt: 20, completion: 9, cached: 12, reasoning: 4 })
  })

  test('has its calls passed through, and gets back what it wants back as it sent it', async () => {
    const { heard, messages } = await calledBy(here())
    expect(heard).toMatchObject({ text: step.words, calls: [call], end: 'stop' })
    if (rules.thinksIn !== 'text') expect(heard.types.slice(-3)).toEqual(['calls', 'carry', 'end'])
    here().next({ words: 'It rains in Oslo.' })
    expect(await ask(here(), { offered, messages })).toMatchObject({ text: 'It rains in Oslo.' })
    expect(stringsOf(here().requests.at(-1))).toEqual(expect.arrayContaining(secretsOf(heard)))
    expect(stringsOf(here().requests.at(-1))).toContain('Rain.')
  })

  test.each(['low', 'none', undefined] as const)(
    'tells its thoughts apart, with effort %s',
    async (effort) => {
      here().next({ thoughts: 'Hm, they greet me.', words: 'Hello.' })
      const heard = await ask(here(), { effort })
      expect(heard).toMatchObject({
        text: 'Hello.',
        reasoning: thinks ? 'Hm, they greet me.' : '',
        end: 'stop',
      })
    },
  )

  test('is shown a picture, or said not to see it', async () => {
    const pictures = [Buffer.from('a JPEG')]
    here().next({ words: 'A dog.' })
    const heard = await ask(here(), {
      messages: [...modelRequest.messages.slice(0, -1), { role: 'user', content: 'What is it?', pictures }],
    })
    expect(heard.text).toBe('A dog.')
    const isShown = JSON.stringify(here().requests.at(-1)).includes(Buffer.from('a JPEG').toString('base64'))
    expect(heard.types.includes('unseen')).toBe(!isShown)
  })

  test('declines, which is an end of its own', async () => {
    here().next({ words: 'I can’t help with that.', end: 'refusal' })
    expect(await ask(here(), {})).toMatchObject({ text: 'I can’t help with that.', end: 'refused' })
  })

  test('is cut by its limit, or by its provider', async () => {
    here().next({ words: 'It goes on', end: 'cut' }, { words: 'It goes', end: 'filter' })
    expect(await ask(here(), {})).toMatchObject({ text: 'It goes on', end: 'length' })
    const filtered = rules.dialect === 'messages' ? 'refused' : 'filtered'
    expect(await ask(here(), {})).toMatchObject({ text: 'It goes', end: filtered })
  })

  test('is asked again without what it refuses, and not once more', async () => {
    const { messages } = await calledBy(here())
    here().forget()
    for (const words of ['It rains.', 'It still rains.']) {
      here().next({ words })
      expect((await ask(here(), { offered, messages })).text).toBe(words)
    }
    const requests = here().requests.length
    here().next({ words: 'Rain.' })
    await ask(here(), { offered, messages })
    expect(here().requests.length).toBe(requests + 1)
    expect(here().refusals).toEqual(
      expect.arrayContaining([expect.stringMatching(expectedRefusals[at] as RegExp)]),
    )
  })

  test('goes on where another model was, which goes on where this one was', async () => {
    const other = started[(at + 1) % started.length] as ScriptedProvider
    const { heard, messages } = await calledBy(other)
    here().next({ words: 'Rain, says the other.' })
    expect((await ask(here(), { offered, messages })).text).toBe('Rain, says the other.')
    const received = stringsOf(here().requests.at(-1))
    expect(secretsOf(heard).filter((secret) => received.includes(secret))).toEqual([])
    other.next({ words: 'As I said.' })
    const later: ModelMessage[] = [
      ...messages,
      { role: 'assistant', content: 'Rain, says the other.' },
      { role: 'user', content: 'Really?' },
    ]
    expect((await ask(other, { offered, messages: later })).text).toBe('As I said.')
  })
})
