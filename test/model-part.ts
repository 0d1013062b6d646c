import type { WholePart } from '../src/shared/chat/part-kinds.ts'

type ModelPart = Extract<WholePart, { kind: 'model' }>

/** What a reply says of a model of the place that has answered well. */
export const modelPart = (fields: Partial<ModelPart> = {}): ModelPart => ({
  ...{ kind: 'model', id: 1, revision: 1 },
  ...{ asked: 'vendor/fine', answered: 'vendor/fine-2', provider: 'Near', payer: 'place' },
  ...{ instead: null, ended: null, ms: 1_200, thoughtMs: null, micros: 420 },
  tokens: { prompt: 600, completion: 50, cached: 400, reasoning: null },
  ...fields,
})
