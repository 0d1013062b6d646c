import type { PartEvent, ReplyPart, WholeEvent } from '../../../shared/chat/part-kinds.ts'
import { bringing, lengthOf, revisionOf } from '../../../shared/chat/parts.ts'
import type { Payer } from '../../../shared/models/model-choice.ts'
import type { ModelPrices } from '../../../shared/models/models.ts'
import { plainCut } from '../../../shared/text/plain-text.ts'
import type { InsteadReason, ModelEvent, TokenUsage } from '../../llm/provider.ts'
import { microsOf } from '../models/price.ts'
import type { PartWriter } from './write-parts.ts'

/** The model that a reply asks, as the reply says it. */
export interface AnsweringModel {
  asked: string
  provider: string
  payer: Payer
  prices: ModelPrices | null
}

/** Characters of a model's name and of a provider's that a reply keeps. */
const LONGEST = { model: 200, provider: 80 } as const

/**
 * Writes what a reply says of its model: begun with the first that comes of it, and revised once, at the end. A reply
 * that goes on after it has waited adds to what it said.
 */
export class ModelPart {
  readonly #writer: PartWriter
  readonly #model: AnsweringModel
  readonly #now: () => number
  #id: number | undefined
  #answered: string | null = null
  #provider: string
  #instead: InsteadReason | null = null
  #ended: 'refused' | 'filtered' | null = null
  /** Of all requests; null once one of them had no figures. */
  #tokens: TokenUsage | null = { prompt: 0, completion: 0 }
  #ms = 0
  #thoughtMs = 0
  /** Of the request that runs. */
  #since: number | undefined
  #thinkingSince: number | undefined
  #hasFigures = false

  constructor(writer: PartWriter, model: AnsweringModel, now = () => performance.now()) {
    this.#writer = writer
    this.#model = model
    this.#provider = model.provider
    this.#now = now
    const begun = writer.parts.find((part) => part.kind === 'model')
    if (!begun) return
    this.#id = begun.id
    this.#ms = begun.ms ?? 0
    this.#thoughtMs = begun.thoughtMs ?? 0
    const { tokens } = begun
    this.#tokens = tokens && { ...tokens, reasoning: tokens.reasoning ?? undefined }
  }

  /** Begins a request, of which a reply may have several. */
  request(): void {
    this.#since = this.#now()
    this.#hasFigures = false
  }

  hear(event: ModelEvent): PartEvent[] {
    switch (event.type) {
      case 'reasoning':
        this.#thinkingSince ??= this.#now()
        break
      case 'answering':
        this.#answered = plainCut(event.model, LONGEST.model)
        this.#provider = plainCut(event.provider ?? this.#provider, LONGEST.provider)
        this.#instead = event.instead ?? null
        break
      case 'words':
      case 'calls':
        this.#stopThinking()
        break
      case 'end':
        this.#stopThinking()
        if (event.usage) this.#count(event.usage)
        if (event.reason === 'refused' || event.reason === 'filtered') this.#ended = event.reason
        break
      case 'unseen':
      case 'carry':
        break
      default:
        event satisfies never
    }
    return this.#begin()
  }

  /** Ends the request, however it ended. */
  over(): void {
    if (this.#since === undefined) return
    this.#stopThinking()
    this.#ms += this.#now() - this.#since
    this.#since = undefined
    if (!this.#hasFigures) this.#tokens = null
  }

  /** To be called once. Nothing is said of a model that sent nothing. */
  finish(): PartEvent[] {
    if (this.#id === undefined) return []
    const tokens = this.#tokens
    const { prices } = this.#model
    return [
      this.#writer.change('model', this.#id, {
        ...{ answered: this.#answered, provider: this.#provider, instead: this.#instead },
        ended: this.#ended,
        tokens: tokens && {
          ...{ prompt: tokens.prompt, completion: tokens.completion },
          ...{ cached: tokens.cached ?? 0, reasoning: tokens.reasoning ?? null },
        },
        ms: Math.round(this.#ms),
        thoughtMs: this.#thoughtMs === 0 ? null : Math.round(this.#thoughtMs),
        // The prices are those of the model that was asked.
        micros: tokens && prices && this.#instead === null ? microsOf(tokens, prices) : null,
      }),
    ]
  }

  #begin(): PartEvent[] {
    if (this.#id !== undefined) return []
    const { asked, payer } = this.#model
    const begun = this.#writer.begin('model', {
      asked: plainCut(asked, LONGEST.model),
      answered: this.#answered,
      provider: plainCut(this.#provider, LONGEST.provider),
      payer,
      instead: this.#instead,
      ...{ ended: null, tokens: null, ms: null, thoughtMs: null, micros: null },
    })
    this.#id = begun.id
    return [begun]
  }

  #stopThinking() {
    if (this.#thinkingSince === undefined) return
    this.#thoughtMs += Math.max(1, this.#now() - this.#thinkingSince)
    this.#thinkingSince = undefined
  }

  #count(usage: TokenUsage) {
    this.#hasFigures = true
    if (this.#tokens) this.#tokens = sumOfUsage(this.#tokens, usage)
  }
}

export function sumOfUsage(before: TokenUsage, more: TokenUsage): TokenUsage {
  const sum = (one: number | undefined, other: number | undefined) =>
    one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
  const [cached, reasoning] = [sum(before.cached, more.cached), sum(before.reasoning, more.reasoning)]
  return {
    prompt: before.prompt + more.prompt,
    completion: before.completion + more.completion,
    ...(cached !== undefined && { cached }),
    ...(reasoning !== undefined && { reasoning }),
  }
}

/** What a reply that is cut off from outside still has to say of its model: how long it took. Null if it has said it. */
export function finishedModel(parts: readonly ReplyPart[], ms: number): WholeEvent | null {
  const index = parts.findIndex((part) => part.kind === 'model' && part.ms === null)
  const part = parts[index]
  if (part?.kind !== 'model') return null
  const revised = { ...part, ms: Math.round(ms), revision: revisionOf(parts) + 1 }
  return bringing(revised, lengthOf(parts.slice(0, index)))
}
