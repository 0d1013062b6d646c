import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Dialect } from '../../../shared/models/own-keys.ts'
import { listModels } from './list-models.ts'

type Answering = (request: IncomingMessage, answer: ServerResponse) => void

async function listedBy(answering: unknown, dialect: Dialect = 'chat') {
  const listener: Answering =
    typeof answering === 'function'
      ? (answering as Answering)
      : (_, answer) => void answer.end(JSON.stringify(answering))
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  return listModels({ dialect, provider: 'p', baseUrl, apiKey: 'secret-key' }, new AbortController().signal)
}

test('of each model is read what its provider says, wherever it says it', async () => {
  const openRouter = {
    id: 'anthropic/claude-opus-5',
    context_length: 200_000,
    architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
    supported_parameters: ['tools', 'reasoning', 'temperature'],
    pricing: { prompt: '0.000005', completion: '0.000025', input_cache_read: '0.0000005', image: '0' },
  }
  const auto = { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } }
  const mistral = {
    id: 'mistral-large-3',
    max_context_length: 131_072,
    capabilities: { completion_chat: true, function_calling: true, vision: false },
  }
  const odd = { id: 'odd', context_length: 'long', architecture: 7, pricing: null, supported_parameters: {} }
  const others = [{ id: 'models/gemini-3-pro' }, { id: 'qwen3:8b', max_model_len: 32_768 }, odd]
  expect(await listedBy({ object: 'list', data: [openRouter, auto, mistral, ...others] })).toEqual([
    {
      model: 'anthropic/claude-opus-5',
      facts: {
        windowTokens: 200_000,
        sees: true,
        tools: true,
        reasons: true,
        prices: { input: 5, output: 25, cachedInput: 0.5 },
      },
    },
    { model: 'openrouter/auto', facts: {} },
    { model: 'mistral-large-3', facts: { windowTokens: 131_072, sees: false, tools: true } },
    { model: 'gemini-3-pro', facts: {} },
    { model: 'qwen3:8b', facts: { windowTokens: 32_768 } },
    { model: 'odd', facts: {} },
  ])
})

test('a list without a name around it is one, and models that answer with something else are left out', async () => {
  const together = { id: 'm/chat', type: 'chat', context_length: 8_192, pricing: { input: 0.2, output: 0.6 } }
  const others = [
    { id: 'm/draws', type: 'image' },
    { id: 'nomic-embed-text:latest' },
    { id: 'tts-1-hd' },
    {},
    7,
  ]
  expect(await listedBy([together, ...others])).toEqual([
    { model: 'm/chat', facts: { windowTokens: 8_192, prices: { input: 0.2, output: 0.6 } } },
  ])
})

test('the key goes as the dialect sends it', async () => {
  const seen: IncomingMessage[] = []
  const answering: Answering = (request, answer) => {
    seen.push(request)
    answer.end('{"data":[]}')
  }
  await listedBy(answering)
  await listedBy(answering, 'messages')
  expect(seen.map(({ url, headers }) => [url, headers.authorization, headers['x-api-key']])).toEqual([
    ['/v1/models', 'Bearer secret-key', undefined],
    ['/v1/models?limit=1000', undefined, 'secret-key'],
  ])
})

test.each<[string, Answering, string]>([
  [
    'refuses the key',
    (_, answer) => answer.writeHead(401).end('{"error":"no secret-key"}'),
    'AuthenticationError',
  ],
  ['sends a page', (_, answer) => answer.end('<!doctype html>'), 'ModelAnswerMalformed'],
  ['sends far too much', (_, answer) => answer.end('x'.repeat(9 * 1024 * 1024)), 'ModelAnswerMalformed'],
  ['redirects', (_, answer) => answer.writeHead(302, { location: '/elsewhere' }).end(), 'APIError'],
  ['hangs up', (request) => request.socket.destroy(), 'APIConnectionError'],
])('a provider that %s is told as an error without the key', async (_, answering, name) => {
  const error = await listedBy(answering).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name })
  expect(String((error as Error).message)).not.toContain('secret-key')
})
