import { Hono } from 'hono'
import { questionTextSchema } from '../../../../shared/chat/chat.ts'
import { DOOR_BODY_BYTES, limits } from '../../../../shared/common/limits.ts'
import { isPlainText } from '../../../../shared/text/plain-text.ts'
import type { Caller, Doors, ReadReply, ReplyPlace } from '../../../domain/doors/doors.ts'
import { type LinkToSource, sourceLinks } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { operation } from '../../operation.ts'
import { requestOrigin } from '../../request.ts'
import { callerAndAgent, decodedFor, type OpenAiDependencies, requireSight } from './ask-door.ts'
import { hasPictures, ignoredIn, namingModel, receive, streamed } from './chat-completions.ts'
import { givenFields } from './chat-schemas.ts'
import { invalidRequest } from './errors.ts'
import { inputMessages } from './read-input.ts'
import { questionOf, type SaidQuestion } from './read-messages.ts'
import { ReplyState } from './reply-state.ts'
import { type ResponseRequest, responseRequestSchema } from './responses-schemas.ts'
import { type ResponseHead, responseFrames, responseOf, unstoredId } from './write-response.ts'

/**
 * `/v1/responses`: asks an agent with OpenAI's newer protocol. What is stored is a conversation of the key's wallet, which
 * `previous_response_id` goes on with.
 */
export function responsesRoutes({ doors, fitter, publicOrigin, heartbeatMs }: OpenAiDependencies) {
  const linksFor = (c: AppContext, { keyId }: Caller) => sourceLinks(publicOrigin ?? requestOrigin(c), keyId)

  return new Hono<AppEnv>()
    .post(
      '/responses',
      operation({
        tag: 'doors',
        summary: 'Ask an agent as a response of OpenAI',
        describedElsewhere: true,
        body: responseRequestSchema,
        bodyBytes: DOOR_BODY_BYTES,
        answers: { 200: { description: 'A response, or its events.' } },
        asksModel: true,
        needsKey: true,
      }),
      async (c) => {
        const request = c.req.valid('json')
        const ignored = ignoredIn(request, responseRequestSchema.shape)
        const { caller, agentId } = await callerAndAgent(c, doors, request.model)
        const said = await questionOf(inputMessages(request), {
          fitter,
          by: decodedFor(c, caller),
          param: 'input',
        })
        const previous = await previousReply(doors, caller, request)
        const store = isStored(request, caller, said)
        const state = new ReplyState(caller.revoked)
        const gone = new AbortController()
        const head = headOf(request, linksFor(c, caller))
        const ask = async () => {
          const { requestId, log } = c.var
          const question = {
            ...{ agentId, requestId, log, gone: gone.signal, aside: state.aside },
            ...(request.max_output_tokens != null && { maxTokens: request.max_output_tokens }),
          }
          if (!store) {
            const unstored = { ...said, ...question, ...offeredBy(request) }
            const events = await doors.ask(caller, unstored).catch(namingModel(request.model))
            return hasPictures(said) ? requireSight(events, 'input') : events
          }
          const stored = await doors
            .askStored(caller, {
              ...question,
              ...{ text: said.text.trim(), system: said.system, turns: said.turns },
              conversationId: previous?.conversationId ?? null,
              parentId: previous?.replyId ?? null,
            })
            .catch(namingModel(request.model))
          head.id = responseId(stored)
          head.store = true
          return stored.events
        }
        if (request.stream)
          return streamed(await ask(), {
            ignored,
            frame: responseFrames(state, head),
            onCancel: () => gone.abort(),
            heartbeatMs,
          })
        await receive(c, gone, state, ask)
        return c.json(responseOf(state, head), 200, ignored)
      },
    )
    .get(
      '/responses/:id',
      operation({
        tag: 'doors',
        summary: 'A stored response of OpenAI as it is now',
        describedElsewhere: true,
        needsKey: true,
        answers: { 200: { description: 'The response.' } },
      }),
      async (c) => {
        const { caller } = c.var
        return c.json(stored(await doors.read(caller, replyAt(c.req.param('id'))), linksFor(c, caller)), 200)
      },
    )
    .post(
      '/responses/:id/cancel',
      operation({
        tag: 'doors',
        summary: 'Stop a stored response of OpenAI; one that is over stays as it is',
        describedElsewhere: true,
        needsKey: true,
        answers: { 200: { description: 'The response.' } },
        storesNothing: true,
      }),
      async (c) => {
        const { caller } = c.var
        const place = replyAt(c.req.param('id'))
        await doors.stop(caller, place)
        return c.json(stored(await doors.read(caller, place), linksFor(c, caller)), 200)
      },
    )
}

/** The response's id names its conversation and its reply, so that nothing has to be looked up for it. */
const responseId = ({ conversationId, replyId }: ReplyPlace) =>
  `resp_${(conversationId + replyId).replaceAll('-', '')}`

/** @throws {Failure} `not_found` for an id that no stored response has */
function replyAt(id: string): ReplyPlace {
  const [, conversation, reply] = /^resp_([0-9a-f]{32})([0-9a-f]{32})$/.exec(id) ?? []
  if (conversation === undefined || reply === undefined)
    throw new Failure('not_found', 'There is no such response, or it was not stored.')
  return { conversationId: withDashes(conversation), replyId: withDashes(reply) }
}

const withDashes = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

async function previousReply(
  doors: Doors,
  caller: Caller,
  { previous_response_id: id }: ResponseRequest,
): Promise<ReadReply | null> {
  if (id == null) return null
  try {
    return await doors.read(caller, replyAt(id))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error
    throw invalidRequest('There is no such response that this key has stored.', 'previous_response_id')
  }
}

/**
 * Whether a request is stored. What OpenAI stores by default is stored here where a conversation can keep it; what was
 * asked for in so many words is refused where it can't.
 * @throws {Failure} `validation_failed`
 */
function isStored(request: ResponseRequest, caller: Caller, said: SaidQuestion): boolean {
  const goesOn = request.previous_response_id != null
  if (goesOn && said.turns.length > 0)
    throw invalidRequest(
      'Give only what is new after previous_response_id: one message of the user.',
      'input',
    )
  if (request.store === false) {
    if (goesOn)
      throw invalidRequest(
        'A response that goes on with a stored one is stored as well; leave store out.',
        'store',
      )
    return false
  }
  const can = caller.wallet !== null && canKeep(said) && !request.tools?.length
  if (!can && (goesOn || request.store))
    throw invalidRequest(
      `Only messages of text can be stored, of at most ${limits.chatMessage.toLocaleString('en-US')} characters each of the user, without tools, and with a key. Send store: false.`,
      'store',
    )
  return can
}

/** Whether a conversation can have these messages: questions and answers by turns, of the lengths that it takes. */
function canKeep({ text, turns, pictures, following }: SaidQuestion): boolean {
  if (pictures || following || !questionTextSchema.safeParse(text).success) return false
  if (turns.length > limits.chatHistoryTurns || turns.length % 2 === 1) return false
  return turns.every(
    ({ role, content, pictures, calls }, index) =>
      role === (index % 2 === 0 ? 'user' : 'assistant') &&
      !pictures &&
      !calls &&
      (role === 'user'
        ? questionTextSchema.safeParse(content).success
        : content.length <= limits.chatHistoryTurn && isPlainText(content)),
  )
}

function headOf(request: ResponseRequest, linkTo: LinkToSource): ResponseHead {
  return {
    id: unstoredId(),
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    store: false,
    instructions: request.instructions ?? null,
    previous: request.previous_response_id ?? null,
    maxOutputTokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    tools: (request.tools ?? []).map(({ type, name, description = null, parameters = null, strict }) => ({
      ...{ type, name, description, parameters },
      strict: strict ?? null,
    })),
    toolChoice: request.tool_choice ?? 'auto',
    parallel: request.parallel_tool_calls ?? true,
    linkTo,
  }
}

/** The caller's tools in the form of chat completions, which is that of models. */
function offeredBy({ tools, tool_choice: choice, parallel_tool_calls: parallel }: ResponseRequest) {
  if (!tools?.length) return {}
  const chosen =
    typeof choice === 'object' && choice ? { type: 'function', function: { name: choice.name } } : choice
  return {
    offered: {
      tools: tools.map(({ type, ...described }) => ({ type, function: givenFields(described) })),
      ...(chosen != null && { choice: chosen }),
      ...(parallel != null && { parallel }),
    },
  }
}

/** Describes a stored reply as the response that it was. */
function stored(reply: ReadReply, linkTo: LinkToSource): object {
  const state = new ReplyState(new AbortController().signal)
  state.takeStored(reply)
  const head = {
    ...headOf({ model: reply.agentId, input: '' }, linkTo),
    id: responseId(reply),
    created: Math.floor(Date.parse(reply.createdAt) / 1000),
    store: true,
  }
  return responseOf(state, head, reply.state === 'stopped' ? 'cancelled' : undefined)
}
