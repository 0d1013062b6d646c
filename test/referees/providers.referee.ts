/**
 * Official clients read what the scripted providers send, which shows that it is well-formed:
 *
 *     node test/referees/providers.referee.ts [folder]
 *
 * The clients are those of `node_modules` in that folder, by default `tools/referees`.
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ScriptedProvider, startProvider } from '../../e2e/fakes/providers/scripted-provider.ts'
import { sevenProviders } from '../../e2e/fakes/providers/seven-providers.ts'

const folder = resolve(process.argv[2] ?? 'tools/referees')
const resolver = createRequire(resolve(folder, 'package.json'))
// biome-ignore lint/suspicious/noExplicitAny: their types are not installed where this is checked
const load = async (name: string): Promise<any> => import(pathToFileURL(resolver.resolve(name)).href)

const call = { id: 'call_1', name: 'weather', arguments: '{"city": "Tromsø"}' }
const script = { thoughts: 'They ask for it.', words: 'Let me look.', calls: [call] }
const question = { role: 'user', content: 'What is light?' } as const
const parameters = { type: 'object', properties: {} }
const ask = { apiKey: 'none', maxRetries: 0 }

interface Read {
  words: string
  thoughts?: string
  call: { name: string; arguments: unknown }
}

async function readByOpenAi({ baseUrl, rules }: ScriptedProvider): Promise<Read> {
  const { OpenAI } = await load('openai')
  const client = new OpenAI({ ...ask, baseURL: baseUrl })
  if (rules.dialect === 'responses') {
    const stream = client.responses.stream({
      ...{ model: rules.model, input: [question], store: false, max_output_tokens: 9_000 },
      include: ['reasoning.encrypted_content'],
    })
    const { output, output_text: words } = await stream.finalResponse()
    const [reasoning, , called] = output
    assert.ok(reasoning.encrypted_content.startsWith(rules.model))
    return { words, thoughts: reasoning.summary[0].text, call: called }
  }
  const stream = client.chat.completions.stream({
    ...{ model: rules.model, messages: [question], max_tokens: 8_000 },
    tools: [{ type: 'function', function: { name: 'weather', parameters } }],
  })
  const { choices } = await stream.finalChatCompletion()
  const { content, tool_calls: calls } = choices[0].message
  assert.equal(calls[0].id, call.id)
  return { words: content.replace(/^<think>.*<\/think>\s*/s, ''), call: calls[0].function }
}

async function readByAnthropic({ baseUrl, rules }: ScriptedProvider): Promise<Read> {
  const { Anthropic } = await load('@anthropic-ai/sdk')
  const client = new Anthropic({ ...ask, baseURL: baseUrl.replace(/\/v1$/, '') })
  const stream = client.messages.stream({ model: rules.model, max_tokens: 9_000, messages: [question] })
  const { content, stop_reason: reason } = await stream.finalMessage()
  assert.equal(reason, 'tool_use')
  const [thinking, text, called] = content
  assert.ok(thinking.signature.startsWith(rules.model))
  const { name, input } = called
  return { words: text.text, thoughts: thinking.thinking, call: { name, arguments: JSON.stringify(input) } }
}

async function readByGoogle({ baseUrl, rules }: ScriptedProvider): Promise<Read> {
  const { GoogleGenAI } = await load('@google/genai')
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: baseUrl.replace(/\/v1$/, '') } })
  const chunks = await client.models.generateContentStream({ model: rules.model, contents: question.content })
  let words = ''
  let called: { name?: string; args?: object } = {}
  for await (const { candidates } of chunks)
    for (const part of candidates[0].content.parts) {
      words += part.text ?? ''
      called = part.functionCall ?? called
    }
  return { words, call: { name: called.name ?? '', arguments: JSON.stringify(called.args) } }
}

const judges = { chat: [readByOpenAi], responses: [readByOpenAi], messages: [readByAnthropic] }

for (const rules of sevenProviders) {
  const provider = await startProvider(rules)
  try {
    for (const judge of [...judges[rules.dialect], ...(rules.signsCalls ? [readByGoogle] : [])]) {
      provider.next(script)
      const read = await judge(provider)
      assert.equal(read.words, script.words)
      if (read.thoughts !== undefined) assert.equal(read.thoughts, script.thoughts)
      assert.equal(read.call.name, call.name)
      assert.deepEqual(JSON.parse(String(read.call.arguments)), JSON.parse(call.arguments))
      process.stdout.write(`${rules.name}: well-formed by ${judge.name}\n`)
    }
  } finally {
    await provider.close()
  }
}
