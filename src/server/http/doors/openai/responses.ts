import { Hono } from 'hono'
import { DOOR_BODY_BYTES } from '../../../../shared/common/limits.ts'
import type { Caller, ReadReply } from '../../../domain/doors/door-questions.ts'
import { type LinkToSource, sourceLinks } from '../../../domain/doors/source-links.ts'
import type { AppContext, AppEnv, CallerContext } from '../../context.ts'
import { operation } from '../../operation.ts'
import { requestOrigin } from '../../request.ts'
import { answerWith, ignoredIn } from './answer-door.ts'
import { askUnstored, callerAndAgent, decodedFor, namingModel, type OpenAiDependencies } from './ask-door.ts'
import { givenFields } from './chat-schemas.ts'
import { inputMessages } from './read-input.ts'
import { questionOf } from './read-messages.ts'
import { ReplyState } from './reply-state.ts'
import { type ResponseRequest, responseRequestSchema } from './responses-schemas.ts'
import { isStored, previousReply, replyAt, responseId } from './stored-responses.ts'
import { type ResponseHead, ResponseStream, responseOf, unstoredId } from './write-response.ts'

/** OpenAI's newer protocol. A stored response is in a conversation, which `previous_response_id` goes on with. */
export function responsesRoutes(deps: OpenAiDependencies) {
  const { doors } = deps
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
      (c) => answerResponse(c, c.req.valid('json'), deps),
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
        const reply = await doors.read(caller, replyAt(c.req.param('id')))
        return c.json(stored(reply, linksFor(c, caller, deps)), 200)
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
        return c.json(stored(await doors.read(caller, place), linksFor(c, caller, deps)), 200)
      },
    )
}

const linksFor = (c: AppContext, { keyId }: Caller, { publicOrigin }: OpenAiDependencies) =>
  sourceLinks(publicOrigin ?? requestOrigin(c), keyId)

async function answerResponse(
  c: CallerContext,
  request: ResponseRequest,
  deps: OpenAiDependencies,
): Promise<Response> {
  const { doors, fitter, heartbeatMs } = deps
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
  const head = headOf(request, linksFor(c, caller, deps))
  const ask = async () => {
    const { requestId, log } = c.var
    const question = {
      ...{ agentId, requestId, log, gone: gone.signal, aside: state.aside },
      ...(request.max_output_tokens != null && { maxTokens: request.max_output_tokens }),
    }
    if (!store)
      return askUnstored(
        doors,
        caller,
        { ...said, ...question, ...offeredBy(request) },
        request.model,
        'input',
      )
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
  return answerWith(c, state, {
    ...{ ask, gone, heartbeatMs },
    ignored: ignoredIn(request, responseRequestSchema.shape),
    stream: request.stream ? () => new ResponseStream(state, head) : null,
    whole: () => responseOf(state, head),
  })
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
