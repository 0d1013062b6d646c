import type { PartEvent } from '../../../shared/chat/part-kinds.ts'
import type { ModelEvent, ModelMessage, OfferedTools, TokenUsage } from '../../llm/provider.ts'
import { ASCII_A_TOKEN } from '../estimate-tokens.ts'
import type { SpentByReply } from '../spending/spent-by-reply.ts'
import type { ModelCallWatch } from './measure-model-calls.ts'
import type { ModelPart } from './model-part.ts'
import { PICTURE_TOKENS, tokensOf } from './window.ts'

interface MeteredRequest {
  messages: readonly ModelMessage[]
  offered: OfferedTools | undefined
  model: ModelPart | undefined
  spent: SpentByReply | undefined
  call: ModelCallWatch | undefined
}

/** Meters one request to a model, for what its reply says of the model and for the caps it is asked under. */
export class RequestMeter {
  readonly #request: MeteredRequest
  #usage: TokenUsage | null = null
  /** UTF-16 units of all that the model wrote. */
  #length = 0
  #hasBegun = false

  constructor(request: MeteredRequest) {
    this.#request = request
    request.model?.request()
    request.spent?.promptHas(() => mostTokensOf(request))
  }

  /** Returns what the reply has to say of its model before what is made of the event. */
  hear(event: ModelEvent): PartEvent[] {
    const { model, spent, call } = this.#request
    this.#hasBegun = true
    call?.hear(event)
    if (event.type === 'words' || event.type === 'reasoning') this.#length += event.text.length
    if (event.type === 'calls')
      for (const call of event.calls) {
        this.#length += call.name.length + call.arguments.length
        spent?.addWords(`${call.name} ${call.arguments}`)
      }
    if (event.type === 'answering') spent?.answeredBy(event)
    if (event.type === 'end' && event.usage) this.#usage = event.usage
    return model?.hear(event) ?? NOTHING
  }

  failed(error: unknown, signal: AbortSignal): void {
    if (!signal.aborted) this.#request.call?.failed(error)
  }

  /** To be called however it ended. What failed before anything came of it has used nothing. */
  over(signal: AbortSignal): void {
    const { model, spent, messages, call } = this.#request
    model?.over()
    call?.over()
    if (!this.#hasBegun && !signal.aborted) return
    spent?.used(this.#usage, () => ({
      prompt: estimatedTokens(messages),
      completion: Math.ceil(this.#length / ASCII_A_TOKEN),
    }))
  }
}

const NOTHING: PartEvent[] = []

export function estimatedTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0)
}

/** Tokens that each message has besides its text, at most. */
const TOKENS_AROUND = 16

/** No text has more tokens than bytes in UTF-8. */
function mostTokensOf({ messages, offered }: MeteredRequest): number {
  return messages.reduce(
    (sum, { content, pictures = [], calls = [], carry }) => {
      const texts = [content, carry?.bytes ?? '', ...calls.map((call) => call.name + call.arguments)]
      const bytes = texts.reduce((length, text) => length + Buffer.byteLength(text), 0)
      return sum + bytes + pictures.length * PICTURE_TOKENS + TOKENS_AROUND
    },
    offered ? Buffer.byteLength(JSON.stringify(offered)) : 0,
  )
}
