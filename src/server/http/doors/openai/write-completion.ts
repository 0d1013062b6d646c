import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isWhole } from '../../../../shared/chat/parts.ts'
import type { LinkToSource } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'
import { citationsOf } from './annotations.ts'
import { openAiError } from './errors.ts'
import type { ReplyState } from './reply-state.ts'

/** What all pieces of one chat completion have in common. */
export interface CompletionHead {
  id: string
  /** In seconds since 1970. */
  created: number
  model: string
}

type FinishReason = 'stop' | 'length' | 'tool_calls'

/** Writes a whole chat completion. @throws {Failure} if the reply failed */
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
          content: state.text === '' && state.calls.length > 0 ? null : state.text,
          refusal: null,
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

/** Creates the function that writes the events of one reply as the stream of a chat completion. */
export function completionFrames(
  state: ReplyState,
  head: CompletionHead,
  options: { linkTo: LinkToSource; includeUsage: boolean },
): (event: ReplyEvent) => string {
  const { id, created, model } = head
  const start = { id, object: 'chat.completion.chunk', created, model }
  const frame = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`
  const usageBeside = options.includeUsage ? { usage: null } : {}
  const chunk = (delta: object, finish: FinishReason | null = null) =>
    frame({
      ...start,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...usageBeside,
    })
  const done = 'data: [DONE]\n\n'

  function end(): string {
    if (state.end instanceof Failure) return frame(openAiError(state.end)) + done
    const calls = state.calls.map((call, index) => ({ index, ...writeCall(call) }))
    const annotations = annotationsOf(state, options.linkTo)
    return [
      calls.length > 0 ? chunk({ tool_calls: calls }) : '',
      annotations.length > 0 ? chunk({ annotations }) : '',
      chunk({}, finishReason(state)),
      options.includeUsage ? frame({ ...start, choices: [], usage: writeUsage(state) }) : '',
      done,
    ].join('')
  }

  return (event) => {
    const added = state.take(event)
    if (isWhole(event)) return ''
    switch (event.type) {
      case 'started':
        return chunk({ role: 'assistant', content: '' })
      case 'words':
        return added === '' ? '' : chunk({ content: added })
      case 'reasoning':
        // Not of OpenAI's protocol, but what clients of other vendors' models read.
        return chunk({ reasoning_content: event.text })
      case 'truncated':
        return ''
      case 'finished':
      case 'stopped':
      case 'interrupted':
      case 'failed':
        return end()
      default:
        return event satisfies never
    }
  }
}

/** @throws {Failure} if the reply failed */
function finishReason({ end, calls }: ReplyState): FinishReason {
  if (end instanceof Failure) throw end
  if (end === 'length') return 'length'
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
  const { input, output } = state.usage()
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}
