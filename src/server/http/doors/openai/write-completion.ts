import type { LinkToSource } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'
import { takenDown } from '../../../domain/taken-down.ts'
import { citationsOf } from './annotations.ts'
import { openAiError } from './errors.ts'
import { DONE, type ReplyState, type WriteReply } from './reply-state.ts'

interface CompletionHead {
  id: string
  /** In seconds since 1970. */
  created: number
  model: string
}

type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export function completionOf(
  state: ReplyState,
  { id, created, model }: CompletionHead,
  linkTo: LinkToSource,
): object {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: state.text === '' && (state.calls.length > 0 || state.ended !== null) ? null : state.text,
          refusal: state.refusal,
          annotations: annotationsOf(state, linkTo),
          ...(state.calls.length > 0 && { tool_calls: state.calls.map(writeCall) }),
        },
        logprobs: null,
        finish_reason: finishReason(state),
      },
    ],
    usage: writeUsage(state),
  }
}

/** Writes a reply as the stream of a chat completion. */
export class CompletionStream implements WriteReply {
  readonly #state: ReplyState
  readonly #head: CompletionHead
  readonly #options: { linkTo: LinkToSource; includeUsage: boolean }

  constructor(
    state: ReplyState,
    head: CompletionHead,
    options: { linkTo: LinkToSource; includeUsage: boolean },
  ) {
    this.#state = state
    this.#head = head
    this.#options = options
  }

  start(): string {
    return this.#chunk({ role: 'assistant', content: '' })
  }

  /** Not of OpenAI's protocol, but what clients of other vendors' models read. */
  reasoning(added: string): string {
    return this.#chunk({ reasoning_content: added })
  }

  words(added: string): string {
    return this.#chunk({ content: added })
  }

  end(): string {
    const state = this.#state
    const { linkTo, includeUsage } = this.#options
    const failure = failureOf(state)
    if (failure) return dataFrame(openAiError(failure)) + DONE
    const calls = state.calls.map((call, index) => ({ index, ...writeCall(call) }))
    const annotations = annotationsOf(state, linkTo)
    return [
      calls.length > 0 ? this.#chunk({ tool_calls: calls }) : '',
      annotations.length > 0 ? this.#chunk({ annotations }) : '',
      state.refusal === null ? '' : this.#chunk({ refusal: state.refusal }),
      this.#chunk({}, finishReason(state)),
      includeUsage ? dataFrame({ ...this.#start, choices: [], usage: writeUsage(state) }) : '',
      DONE,
    ].join('')
  }

  get #start() {
    const { id, created, model } = this.#head
    return { id, object: 'chat.completion.chunk', created, model }
  }

  #chunk(delta: object, finish: FinishReason | null = null): string {
    return dataFrame({
      ...this.#start,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(this.#options.includeUsage && { usage: null }),
    })
  }
}

const dataFrame = (data: object) => `data: ${JSON.stringify(data)}\n\n`

/** Nobody but its caller can stop what is not stored, so that what was stopped before one that is still there was taken down. */
function failureOf({ end }: ReplyState): Failure | null {
  if (end === 'stopped') return takenDown('agent')
  return end instanceof Failure ? end : null
}

/** @throws {Failure} for an answer that has none */
function finishReason(state: ReplyState): FinishReason {
  const failure = failureOf(state)
  if (failure) throw failure
  const { end, calls } = state
  if (end === 'length') return 'length'
  if (end === 'filtered') return 'content_filter'
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

const writeCall = (call: ReplyState['calls'][number]) => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: call.arguments },
})

const annotationsOf = ({ text, sources }: ReplyState, linkTo: LinkToSource) =>
  citationsOf(text, sources, linkTo).map((citation) => ({ type: 'url_citation', url_citation: citation }))

function writeUsage(state: ReplyState): object {
  const { input, output, details } = state.usage()
  return {
    ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    ...(details && {
      prompt_tokens_details: { cached_tokens: details.cached },
      completion_tokens_details: { reasoning_tokens: details.reasoning },
    }),
  }
}
