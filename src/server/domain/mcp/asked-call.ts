import * as z from 'zod/mini'
import { faultsOfAnswer } from '../tools/answer-faults.ts'
import { digestOf } from '../tools/digests.ts'
import type { GivenAnswer, ToolOutcome } from '../tools/tool.ts'
import { contentOf, questionOf } from './elicitation.ts'
import type { McpAnswer, McpConnection, McpResponse, RawTool } from './mcp-connection.ts'
import { McpFault } from './mcp-fault.ts'

/** Rounds of questions of one call. */
const ROUNDS = 3

/** What a call goes on with after a question. It is stored encrypted with the call, and comes back with the answer. */
const askedSchema = z.object({
  /** Of the server's id, the pin of the tool and the arguments: it goes on with nothing else. */
  of: z.string(),
  round: z.int(),
  /** The server's, which is returned to it unchanged. */
  state: z.optional(z.string()),
  requests: z.array(z.tuple([z.string(), z.unknown()])),
  responses: z.record(
    z.string(),
    z.object({
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
})
type Asked = z.infer<typeof askedSchema>

interface CallOfServer {
  server: string
  tool: RawTool
  pin: string
  arguments: Record<string, unknown>
}

/**
 * Calls a tool, or goes on with a call that was answered. Questions that a server asks at once are asked one after
 * another, and answered together.
 * @throws {McpFault} and the signal's reason
 */
export async function callOrContinue(
  withConnection: <T>(work: (connection: McpConnection) => Promise<T>) => Promise<T>,
  call: CallOfServer,
  answer: GivenAnswer | undefined,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const of = digestOf({ server: call.server, pin: call.pin, arguments: call.arguments })
  if (!answer?.state)
    return withConnection(async (connection) =>
      nextOf(connection, await connection.call(call, signal), { of, round: 0 }),
    )
  const asked = readAsked(answer.state, of)
  const [request, ...others] = asked.requests
  const responses = { ...asked.responses }
  if (request) {
    const [key, raw] = request
    const response = responseTo(raw, answer)
    // The same question again: what was answered does not fit its form.
    if (!response) return { kind: 'input', question: questionOf(raw), state: answer.state }
    responses[key] = response
  }
  if (others.length > 0) return askNext({ ...asked, requests: others, responses })
  return withConnection((connection) => goOn(connection, { ...asked, responses }))

  async function goOn(
    connection: McpConnection,
    { round, state, responses: given }: Asked,
  ): Promise<ToolOutcome> {
    const next = await connection.continue({ ...call, responses: given, state }, signal)
    return nextOf(connection, next, { of, round })
  }

  async function nextOf(
    connection: McpConnection,
    next: McpAnswer,
    { round }: Pick<Asked, 'of' | 'round'>,
  ): Promise<ToolOutcome> {
    if (next.kind === 'result') return outcomeOf(next)
    if (round === ROUNDS) throw new McpFault('refused', `It asked more than ${ROUNDS} times.`)
    const requests = Object.entries(next.requests)
    const asks: Asked = { of, round: round + 1, state: next.state, requests, responses: {} }
    // It may only want to be asked again with its state, as one that is busy does.
    return requests.length > 0 ? askNext(asks) : goOn(connection, asks)
  }
}

function askNext(asked: Asked): ToolOutcome {
  // All of them, so that nobody answers one whose neighbour can't be asked.
  const questions = asked.requests.map(([, raw]) => questionOf(raw))
  const [question] = questions
  if (!question) throw new McpFault('broken', 'It asks nothing.')
  return { kind: 'input', question, state: JSON.stringify(asked) }
}

function readAsked(state: string, of: string): Asked {
  const parsed = askedSchema.safeParse(JSON.parse(state))
  if (!parsed.success || parsed.data.of !== of) throw new Error('The state belongs to another call.')
  return parsed.data
}

/** Null if the answer does not fit the form. */
function responseTo(raw: unknown, { action, content = {} }: GivenAnswer): McpResponse | null {
  const { form } = questionOf(raw)
  if (action !== 'accept' || !form) return { action }
  if (Object.keys(faultsOfAnswer(form, content)).length > 0) return null
  return { action, content: contentOf(form, content) }
}

const FAILURE_CHARACTERS = 2_000

function outcomeOf(result: Extract<McpAnswer, { kind: 'result' }>): ToolOutcome {
  const { content, structured, isError, unanswered } = result
  const told = content.map(textOf).filter((text) => text !== '')
  if (told.length === 0 && structured !== undefined) told.push(JSON.stringify(structured))
  for (const question of unanswered)
    told.push(
      `[While it worked, the server asked: “${question}”. Its version of the protocol can’t wait for a person, so it was told that nobody answered.]`,
    )
  const text = told.join('\n\n')
  return isError
    ? { kind: 'failed', why: text.slice(0, FAILURE_CHARACTERS) || 'The tool says that it failed.' }
    : { kind: 'done', text }
}

/** What a model can read of a piece of a result; of others it is told that they are there. */
function textOf(block: Record<string, unknown>): string {
  const { type, text, uri, name, mimeType } = block
  switch (type) {
    case 'text':
      return String(text ?? '')
    case 'resource_link':
      return `${String(name ?? '')}: ${String(uri ?? '')}`
    case 'resource': {
      const resource = (block.resource ?? {}) as Record<string, unknown>
      return typeof resource.text === 'string' ? resource.text : `[a file: ${String(resource.uri ?? '')}]`
    }
    default:
      return `[${type === 'image' ? 'a picture' : type === 'audio' ? 'a sound' : 'something'} that is not shown: ${String(mimeType ?? type)}]`
  }
}
