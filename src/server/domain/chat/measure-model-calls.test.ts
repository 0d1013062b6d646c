import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createInstruments } from '../../base/telemetry/instruments.ts'
import { ModelError } from '../../llm/model-error.ts'
import { type Chosen, STANDARD_SETTINGS } from '../models/chosen-model.ts'
import { ModelCalls } from './measure-model-calls.ts'

/** A model under somebody's own key, at a server that answers what it likes. */
const chosen: Chosen = {
  model: {
    ...{ keyId: 'key', wallet: 'wallet', caps: { words: null, cents: null, wordsEach: null } },
    ...{ ref: null, engine: { kind: 'provider', model: 'any' }, provider: 'Mine', model: 'any' },
    facts: { windowTokens: 1_000, sees: false, tools: null, reasons: false, prices: null },
    async *ask() {},
  },
  ...{ payer: 'person', keyId: 'key', settings: STANDARD_SETTINGS },
}

test.each([
  [429, '429'],
  [529, '529'],
  [418, '4xx'],
  [599, '5xx'],
  [999, '_OTHER'],
  [200, '_OTHER'],
])('a model server that answers %i is counted as %s, so that none makes up labels', async (status, label) => {
  const registry = new Registry()
  const call = new ModelCalls(createInstruments(registry).genAi).watch(chosen)?.()
  call?.failed(new ModelError('APIError', 'it failed', { status }))
  call?.over()
  const [, counted] =
    /operation_duration_seconds_count\{.*error_type="(\w+)"/.exec(await registry.metrics()) ?? []
  expect(counted).toBe(label)
})
