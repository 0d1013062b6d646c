import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { DOOR_BODY_BYTES } from '../../../../shared/common/limits.ts'
import { sourceLinks } from '../../../domain/doors/source-links.ts'
import type { AppEnv } from '../../context.ts'
import { operation } from '../../operation.ts'
import { requestOrigin } from '../../request.ts'
import { answerWith, ignoredIn } from './answer-door.ts'
import { askUnstored, callerAndAgent, decodedFor, type OpenAiDependencies } from './ask-door.ts'
import {
  type ChatCompletionRequest,
  type ChatMessage,
  chatCompletionSchema,
  givenFields,
} from './chat-schemas.ts'
import { type ClientMessage, questionOf, textOf } from './read-messages.ts'
import { ReplyState } from './reply-state.ts'
import { CompletionStream, completionOf } from './write-completion.ts'

/** `POST /v1/chat/completions`: asks an agent with OpenAI's protocol. Nothing is stored. */
export function chatCompletionsRoutes({ doors, fitter, publicOrigin, heartbeatMs }: OpenAiDependencies) {
  return new Hono<AppEnv>().post(
    '/chat/completions',
    operation({
      act: 'speaking',
      tag: 'doors',
      summary: 'Ask an agent as a chat completion of OpenAI',
      describedElsewhere: true,
      body: chatCompletionSchema,
      bodyBytes: DOOR_BODY_BYTES,
      answers: { 200: { description: 'A chat completion, or its chunks.' } },
      asksModel: true,
      needsKey: true,
      storesNothing: true,
    }),
    async (c) => {
      const request = c.req.valid('json')
      const { model } = request
      const { caller, agentId } = await callerAndAgent(c, doors, model)
      const said = await questionOf(request.messages.map(clientMessage), {
        fitter,
        by: decodedFor(c, caller),
        param: 'messages',
      })
      const state = new ReplyState(caller.revoked)
      const gone = new AbortController()
      const { requestId, log } = c.var
      const question = {
        ...said,
        ...{ agentId, requestId, log, gone: gone.signal, aside: state.aside },
        ...offeredBy(request),
      }
      const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
      const linkTo = sourceLinks(publicOrigin ?? requestOrigin(c), caller.keyId)
      const includeUsage = request.stream_options?.include_usage === true
      return answerWith(c, state, {
        ask: () => askUnstored(doors, caller, question, model, 'messages'),
        ...{ gone, heartbeatMs },
        ignored: ignoredIn(request, chatCompletionSchema.shape),
        stream: request.stream ? () => new CompletionStream(state, head, { linkTo, includeUsage }) : null,
        whole: () => completionOf(state, head, linkTo),
      })
    },
  )
}

function offeredBy(request: ChatCompletionRequest) {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = request
  const maxTokens = request.max_completion_tokens ?? request.max_tokens ?? undefined
  const stop = [request.stop ?? []].flat().filter((text) => text !== '')
  return {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(stop.length > 0 && { stop }),
    ...(tools &&
      tools.length > 0 && {
        offered: {
          tools: tools.map((tool) => ({ ...tool, function: givenFields(tool.function) })),
          ...(choice != null && { choice }),
          ...(parallel != null && { parallel }),
        },
      }),
  }
}

function clientMessage(message: ChatMessage, index: number): ClientMessage {
  const at = `messages[${index}].content`
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(message.content), at }
    case 'user': {
      const pictures =
        typeof message.content === 'string'
          ? []
          : message.content.flatMap((part) => (part.type === 'image_url' ? part.image_url.url : []))
      return { role: 'user', text: textOf(message.content), at, ...(pictures.length > 0 && { pictures }) }
    }
    case 'assistant': {
      const calls = message.tool_calls?.map(({ id, function: { name, arguments: given } }) => ({
        ...{ id, name },
        arguments: given,
      }))
      return { role: 'assistant', text: textOf(message.content ?? ''), at, ...(calls && { calls }) }
    }
    case 'tool':
      return { role: 'tool', text: textOf(message.content), callId: message.tool_call_id, at }
    default:
      return message satisfies never
  }
}
