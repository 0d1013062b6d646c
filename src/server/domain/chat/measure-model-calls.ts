import {
  genAiAttributes,
  genAiOperations,
  genAiProvider,
  OTHER,
} from '../../base/telemetry/gen-ai-conventions.ts'
import type { Instruments } from '../../base/telemetry/instruments.ts'
import { currentSpan, errorTypeOf, type Span } from '../../base/telemetry/trace.ts'
import { ModelError } from '../../llm/model-error.ts'
import type { ModelEvent } from '../../llm/provider.ts'
import { type Chosen, keyedOf } from '../models/chosen-model.ts'
import { presets } from '../models/presets.ts'

/** Watches one request to a model. */
export interface ModelCallWatch {
  hear(event: ModelEvent): void
  failed(error: unknown): void
  /** Called however it ended. */
  over(): void
}

export type WatchModelCall = () => ModelCallWatch

/** @returns undefined for the offline engine, which is no model */
export type WatchModel = (chosen: Chosen) => WatchModelCall | undefined

interface Labels {
  provider: string
  model: string
}

/** As many pairs of provider and model become labels; the operator's configuration rarely has so many. */
const MOST_PAIRS = 100

/** Measures requests to models, and records them in the traces of replies: times, numbers of tokens, never content. */
export class ModelCalls {
  readonly #instruments: Instruments['genAi']
  readonly #pairs = new Set<string>()

  constructor(instruments: Instruments['genAi']) {
    this.#instruments = instruments
  }

  readonly watch: WatchModel = (chosen) => {
    const { engine, provider, model } = chosen.model
    if (engine.kind === 'offline') return undefined
    const labels =
      keyedOf(chosen) === null ? this.label(provider, model) : { provider: knownName(provider), model: OTHER }
    return () => new MeasuredCall(this.#instruments, this, labels)
  }

  /** Of the place's own models. People's own keys can name any model, which therefore is no label. */
  label(providerName: string, modelName: string): Labels {
    const provider = genAiProvider(providerName)
    const pair = `${provider}/${modelName}`
    if (!this.#pairs.has(pair) && this.#pairs.size >= MOST_PAIRS) return { provider, model: OTHER }
    this.#pairs.add(pair)
    return { provider, model: modelName }
  }
}

/** People can name the provider of their own key as they like. */
const knownName = (name: string) =>
  presets.some((preset) => preset.name === name) ? genAiProvider(name) : OTHER

/** Those that say more than their class does. */
const tellingStatuses = new Set([400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529])

/** A model server at somebody's own address can answer any status. */
function statusLabel(status: number): string {
  if (tellingStatuses.has(status)) return String(status)
  const hundred = Math.floor(status / 100)
  return hundred === 4 || hundred === 5 ? `${hundred}xx` : OTHER
}

class MeasuredCall implements ModelCallWatch {
  readonly #instruments: Instruments['genAi']
  readonly #calls: ModelCalls
  #labels: Labels
  #span: Span | undefined
  #began = performance.now()
  #lastChunk: number | undefined
  #betweenChunks: { observe(seconds: number): void } | undefined
  #error = ''

  constructor(instruments: Instruments['genAi'], calls: ModelCalls, labels: Labels) {
    this.#instruments = instruments
    this.#calls = calls
    this.#labels = labels
    this.#span = this.#beginSpan()
  }

  hear(event: ModelEvent): void {
    switch (event.type) {
      case 'words':
      case 'reasoning':
      case 'calls':
        this.#chunk()
        break
      case 'answering':
        if (event.instead !== undefined) this.#goOver(event.instead, event)
        this.#span?.set({ [genAiAttributes.responseModel]: event.model })
        break
      case 'end':
        this.#end(event.usage)
        break
      case 'unseen':
      case 'carry':
        break
      default:
        event satisfies never
    }
  }

  failed(error: unknown): void {
    const status = error instanceof ModelError ? error.status : undefined
    this.#error = status === undefined ? errorTypeOf(error) : statusLabel(status)
  }

  over(): void {
    const { provider, model } = this.#labels
    const seconds = (performance.now() - this.#began) / 1000
    this.#instruments.operationDuration
      .labels(genAiOperations.chat, provider, model, this.#error)
      .observe(seconds)
    if (this.#error) this.#span?.fail(this.#error)
    this.#span?.end()
  }

  #chunk(): void {
    const now = performance.now()
    if (this.#lastChunk === undefined) this.#firstChunk((now - this.#began) / 1000)
    else this.#betweenChunks?.observe((now - this.#lastChunk) / 1000)
    this.#lastChunk = now
  }

  #firstChunk(seconds: number): void {
    const { provider, model } = this.#labels
    const { timeToFirstChunk, timePerOutputChunk } = this.#instruments
    this.#span?.event('first chunk')
    timeToFirstChunk.labels(genAiOperations.chat, provider, model).observe(seconds)
    // Looking it up by its labels costs as much as observing, and there is a chunk for each word.
    this.#betweenChunks = timePerOutputChunk.labels(genAiOperations.chat, provider, model)
  }

  /** The first model did not answer: from here on it is a request to the second one. */
  #goOver(why: string, { model, provider }: { model: string; provider?: string | undefined }): void {
    this.#error = why
    this.over()
    this.#error = ''
    this.#began = performance.now()
    this.#labels = this.#calls.label(provider ?? OTHER, model)
    this.#span = this.#beginSpan()
  }

  #end(usage: { prompt: number; completion: number } | undefined): void {
    if (!usage) return
    const { provider, model } = this.#labels
    const { tokenUsage } = this.#instruments
    tokenUsage.labels(genAiOperations.chat, provider, model, 'input').observe(usage.prompt)
    tokenUsage.labels(genAiOperations.chat, provider, model, 'output').observe(usage.completion)
    this.#span?.set({
      [genAiAttributes.inputTokens]: usage.prompt,
      [genAiAttributes.outputTokens]: usage.completion,
    })
  }

  #beginSpan(): Span | undefined {
    const { provider, model } = this.#labels
    return currentSpan()?.child(`${genAiOperations.chat} ${model}`, {
      kind: 'client',
      attributes: {
        [genAiAttributes.operation]: genAiOperations.chat,
        [genAiAttributes.provider]: provider,
        [genAiAttributes.requestModel]: model,
      },
    })
  }
}
