import { Hono } from 'hono'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { DOOR_BODY_BYTES } from '../../../../shared/common/limits.ts'
import { toPlainText } from '../../../../shared/text/plain-text.ts'
import type { Caller, ReadReply, StoredQuestion } from '../../../domain/doors/door-questions.ts'
import { type LinkToSource, sourceLinks } from '../../../domain/doors/source-links.ts'
import type { AppContext, AppEnv, CallerContext } from '../../context.ts'
import { operation } from '../../operation.ts'
import { requestOrigin } from '../../request.ts'
import { conversationLink, sayWaiting } from '../request/say-waiting.ts'
import { answerWith, ignoredIn } from './answer-door.ts'
import { decisionsIn, startAt, startOf } from './approvals.ts'
import { askUnstored, callerAndAgent, decodedFor, namingModel, type OpenAiDependencies } from './ask-door.ts'
import { invalidRequest } from './errors.ts'
import { inputMessages } from './read-input.ts'
import { questionOf } from './read-messages.ts'
import { ReplyState } from './reply-state.ts'
import type { ResponseHead } from './response-items.ts'
import { offeredBy, type ResponseRequest, responseRequestSchema } from './responses-schemas.ts'
import { isStored, previousReply, replyAt, responseId } from './stored-responses.ts'
import { ResponseStream, responseOf, unstoredId } from './write-response.ts'

/** OpenAI's newer protocol. A stored response is in a conversation, which `previous_response_id` goes on with. */
export function responsesRoutes(deps: OpenAiDependencies) {
  return new Hono<AppEnv>()
    .post(
      '/responses',
      operation({
        act: 'speaking',
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
      (c) => answerStored(c, replyAt(c.req.param('id')), deps),
    )
    .delete(
      '/responses/:id',
      operation({
        tag: 'doors',
        summary: 'Delete a stored response of OpenAI with its input; those that follow it stay',
        describedElsewhere: true,
        needsKey: true,
        answers: { 200: { description: 'That it is deleted.' } },
      }),
      async (c) => {
        const id = c.req.param('id')
        await deps.doors.erase(c.var.caller, replyAt(id))
        return c.json({ id, object: 'response', deleted: true }, 200)
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
        const place = replyAt(c.req.param('id'))
        await deps.doors.stop(c.var.caller, place)
        return answerStored(c, place, deps)
      },
    )
}

interface Links {
  linkTo: LinkToSource
  /** What of a waiting reply has no item: questions, and what its person decides in the product. */
  sayWaiting: (place: { agentId: string; conversationId: string }) => ReplyState['sayWaiting']
}

function linksOf(c: AppContext, { keyId }: Caller, { publicOrigin }: OpenAiDependencies): Links {
  const origin = publicOrigin ?? requestOrigin(c)
  return {
    linkTo: sourceLinks(origin, keyId),
    sayWaiting: (place) => (calls) =>
      sayWaiting(
        calls.filter(({ status }) => status.state !== 'waiting' || status.wait.for !== 'consent'),
        conversationLink(origin, place),
      ),
  }
}

async function answerResponse(
  c: CallerContext,
  request: ResponseRequest,
  deps: OpenAiDependencies,
): Promise<Response> {
  const { doors, heartbeatMs } = deps
  const { caller, agentId } = await callerAndAgent(c, doors, request.model)
  const state = new ReplyState(caller.revoked)
  const gone = new AbortController()
  const links = linksOf(c, caller, deps)
  const head = headOf(request, links.linkTo)
  const { requestId, log } = c.var
  const from = {
    ...{ requestId, log, gone: gone.signal, aside: state.aside },
    ...(request.max_output_tokens != null && { maxTokens: request.max_output_tokens }),
  }
  const ask = await askerOf(request, { ...deps, caller, agentId, state, head, links, from }, () =>
    decodedFor(c, caller),
  )
  return answerWith(c, state, {
    ...{ ask, gone, heartbeatMs },
    ignored: ignoredIn(request, responseRequestSchema.shape),
    stream: request.stream ? () => new ResponseStream(state, head) : null,
    whole: () => responseOf(state, head),
  })
}

interface Asking extends OpenAiDependencies {
  caller: Caller
  agentId: string
  state: ReplyState
  head: ResponseHead
  links: Links
  from: Pick<StoredQuestion, 'requestId' | 'log' | 'gone' | 'aside' | 'maxTokens'>
}

/** Reads a request, and returns what asks, or decides about what an earlier response asks. */
async function askerOf(
  request: ResponseRequest,
  { doors, fitter, caller, agentId, state, head, links, from }: Asking,
  by: () => string,
): Promise<() => Promise<AsyncIterable<ReplyEvent>>> {
  const previous = await previousReply(doors, caller, request)
  const messages = inputMessages(request)
  const [only, ...others] = messages.filter(({ role }) => role !== 'system')
  const text = only?.role === 'user' && !only.pictures && others.length === 0 ? only.text : ''
  const decisions = decisionsIn(request, previous, text)
  if (previous && decisions && previous.agentId !== agentId)
    throw invalidRequest('This response is of another agent.', 'model')
  if (previous && decisions)
    return async () => {
      const start = startOf(previous, decisions)
      state.start = startAt(previous.parts, start)
      state.sayWaiting = links.sayWaiting(previous)
      head.decided = new Set(decisions.map(({ call }) => call))
      head.store = true
      head.id = responseId(previous, start)
      head.model = modelName(previous)
      const system = request.instructions == null ? undefined : toPlainText(request.instructions)
      return (await doors.decide(caller, previous, { ...from, system, decisions })).events
    }
  const said = await questionOf(messages, { fitter, by: by(), param: 'input' })
  const store = isStored(request, caller, said)
  const question = { ...from, agentId }
  return async () => {
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
    state.sayWaiting = links.sayWaiting({ ...stored, agentId })
    head.id = responseId(stored)
    head.model = modelName({ ...stored, agentId })
    head.store = true
    return stored.events
  }
}

/** A stored response is read under the same name, whichever of its agent's names it was asked for by. */
const modelName = ({ handle, agentId }: Pick<ReadReply, 'handle' | 'agentId'>) => handle ?? agentId

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

async function answerStored(c: CallerContext, place: ReturnType<typeof replyAt>, deps: OpenAiDependencies) {
  if (c.req.query('stream') === 'true')
    throw invalidRequest('A stored response is read as a whole. Leave `stream` out.', 'stream')
  const { caller } = c.var
  return c.json(stored(await deps.doors.read(caller, place), place.start, linksOf(c, caller, deps)), 200)
}

function stored(reply: ReadReply, start: number | undefined, { linkTo, sayWaiting }: Links): object {
  const state = new ReplyState(new AbortController().signal)
  state.start = startAt(reply.parts, start)
  state.sayWaiting = sayWaiting(reply)
  state.takeStored(reply)
  const head = {
    ...headOf({ model: modelName(reply), input: '' }, linkTo),
    id: responseId(reply, state.start?.id),
    created: Math.floor(Date.parse(reply.createdAt) / 1000),
    completed: Math.floor(Date.parse(reply.endedAt) / 1000),
    store: true,
  }
  return responseOf(state, head)
}
