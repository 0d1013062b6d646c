import { isDeepStrictEqual } from 'node:util'
import { streamOf } from '../e2e/fakes/providers/scripted-provider.ts'
import { sevenProviders } from '../e2e/fakes/providers/seven-providers.ts'
import { argumentsOf } from '../src/server/domain/tools/plan-call.ts'
import { protocols } from '../src/server/llm/dialects/protocols.ts'
import { ServerSentData } from '../src/server/llm/http/server-sent-data.ts'
import { anAnsweringAgent } from './an-agent.ts'

/** A tool as it is offered, and the arguments that a model writes for it. */
export interface SchemaCase {
  name: string
  description: string
  parameters: Record<string, unknown>
  arguments: Record<string, unknown>
}

const agent = anAnsweringAgent({
  id: 'a',
  name: 'Ada',
  description: '',
  personality: '',
  capabilities: [],
  knowledgeDomains: [],
})

/** How each dialect writes what is offered. */
const offeredIn = {
  chat: (body: Offered) => body.tools[0]?.function,
  responses: (body: Offered) => body.tools[0],
  messages: (body: Offered) => ({ ...body.tools[0], parameters: body.tools[0]?.input_schema }),
}
type Offered = {
  tools: { function?: Written; input_schema?: unknown; name?: string; parameters?: unknown }[]
}
type Written = { name?: string; parameters?: unknown }

/**
 * Sends a tool through each provider's dialect and back: what the model is offered is the schema, and what the tool
 * receives is what the model wrote, in pieces of `pieceBytes`.
 * @returns what differs; empty if nothing does
 */
export function schemaFaults(one: SchemaCase, pieceBytes: number): string[] {
  const parameters = JSON.parse(JSON.stringify(one.parameters)) as SchemaCase['parameters']
  const written = JSON.stringify(one.arguments)
  return sevenProviders.flatMap((rules) => {
    const { dialect, name: provider } = rules
    const { name, description } = one
    const offered = { tools: [{ type: 'function', function: { name, description, parameters } }] }
    const { body } = protocols[dialect].encode({
      ...{ model: 'any', withPictures: false, without: new Set(), thinks: null, windowTokens: undefined },
      ...{ asksUsage: false, carryOf: () => null },
      request: { agent, messages: [{ role: 'user', content: 'Go.' }], offered },
    })
    const told = offeredIn[dialect](JSON.parse(JSON.stringify(body)) as Offered)
    const isWhole = told?.name === name && isDeepStrictEqual(ofObject(told.parameters), ofObject(parameters))
    const script = { thoughts: '', words: '', calls: [{ id: 'call_1', name, arguments: written }] }
    const [call] = callsIn(dialect, new TextEncoder().encode(streamOf(rules, script, {})), pieceBytes)
    const isSame =
      call?.name === name &&
      call.arguments === written &&
      isDeepStrictEqual(argumentsOf(call.arguments), JSON.parse(written))
    return [
      ...(isWhole ? [] : [`${provider}: ${name} is offered otherwise`]),
      ...(isSame ? [] : [`${provider}: ${name} receives ${call?.arguments} for ${written}`]),
    ]
  })
}

/** A schema without a type is sent as it is, or as that of an object, which arguments are. */
const ofObject = (schema: unknown) => ({ type: 'object', ...(schema as object) })

function callsIn(dialect: keyof typeof protocols, bytes: Uint8Array, pieceBytes: number) {
  const reader = protocols[dialect].reader({ awaitsUsage: false, carries: true })
  const events = new ServerSentData()
  const calls: { name: string; arguments: string }[] = []
  const each = (data: string) => reader.read(data)
  const tell = () => {
    for (const event of reader.found.taken()) if (event.type === 'calls') calls.push(...event.calls)
  }
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    events.take(bytes.subarray(at, at + pieceBytes), each)
    tell()
  }
  events.end(each)
  tell()
  return calls
}
