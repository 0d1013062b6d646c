import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthProvider } from '@modelcontextprotocol/client'
import { createLog } from '../../src/server/base/log.ts'
import { internet } from '../../src/server/base/network/network.ts'
import { AddressRanges } from '../../src/server/base/network/public-address.ts'
import { ServerSecret } from '../../src/server/base/secrets/server-secret.ts'
import { migrate } from '../../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../../src/server/db/open/open-database.ts'
import { createConnectMcp } from '../../src/server/domain/mcp/connect.ts'
import type {
  McpAnswer,
  McpConnection,
  McpResponse,
  RawTool,
} from '../../src/server/domain/mcp/mcp-connection.ts'
import { McpFault } from '../../src/server/domain/mcp/mcp-fault.ts'
import { SignIns } from '../../src/server/domain/mcp/oauth/sign-ins.ts'
import { pinTools } from '../../src/server/domain/mcp/raw-tools.ts'
import { GuardedFetch } from '../../src/server/llm/http/guarded-fetch.ts'
import type { SendRequest } from '../../src/server/llm/model-address.ts'
import type { BrokenClient } from './broken-clients.ts'

/** A scenario, as the suite gives it to a client. */
export interface Scenario {
  name: string
  address: string
  context: {
    client_id?: string
    client_secret?: string
    toolCalls?: { name: string; arguments: Record<string, unknown> }[]
  }
}

/** Where the suite's scenarios expect the description of a client, at the product's path. */
const ORIGIN = 'https://conformance-test.local'

/** So often a person of the scenarios signs in before they leave it. */
const SIGN_INS = 3

const PATIENCE_MS = 6_000

/**
 * What a person does with the product's client and sign-in, on a database of its own: uses every tool of a server, and
 * signs in when it is asked for. The suite's servers are on this machine, which the operator's ranges allow.
 */
export async function createDriver() {
  const log = createLog('silent')
  const dataDir = await mkdtemp(join(tmpdir(), 'mcp-client-'))
  const database = await connectDatabase({ dataDir, log })
  await migrate(database)
  const guarded = new GuardedFetch({
    network: internet,
    ranges: new AddressRanges(['127.0.0.0/8', '::1/128']),
    ownHosts: [],
  })
  const secret = new ServerSecret({ settings: [randomUUID()], dataDir, shared: false, log })

  return {
    /** @throws what a person would be told */
    async play({ address, context }: Scenario, broken: Partial<BrokenClient> = {}): Promise<void> {
      const { client_id: id, client_secret: clientSecret } = context
      const server = {
        // Of the place: nobody can have removed it.
        ...{ id: `suite-${randomUUID()}`, address },
        ...(id !== undefined && { client: { id, secret: clientSecret } }),
      }
      const send = broken.tamper?.(guarded.send) ?? guarded.send
      const signIns = new SignIns({
        ...{ db: database.db, log, send, secret, clock: () => new Date() },
        check: (url) => guarded.check(url),
        findServer: async () => server,
      })
      const connect = createConnectMcp({ send, log, patienceMs: PATIENCE_MS })
      const wallet = randomUUID()
      for (let signedIn = 0; ; signedIn++) {
        try {
          return await signIns.asPerson({ server, wallet }, (credentials) =>
            useAll(connect, { address, credentials, context, callsAll: broken.callsAll === true }),
          )
        } catch (error) {
          const isAsked = error instanceof McpFault && error.kind === 'sign-in'
          if (!isAsked || signedIn === (broken.signIns ?? SIGN_INS)) throw error
          await signIn(signIns, { wallet, server: server.id, send })
        }
      }
    },
    async close() {
      guarded.close()
      await database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** The suite's authorization servers allow everything at once. */
async function signIn(
  signIns: SignIns,
  { wallet, server, send }: { wallet: string; server: string; send: SendRequest },
): Promise<void> {
  const at = { origin: ORIGIN, redirect: `${ORIGIN}/api/mcp-servers/callback` }
  const session = { id: randomUUID(), wallet }
  const url = await signIns.begin({ wallet, session: session.id, server }, at)
  const answer = await send(url)
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  const given = (name: string) => back.get(name) ?? undefined
  const end = await signIns.finish({
    session,
    ...{ state: given('state'), code: given('code'), issuer: given('iss'), error: given('error') },
  })
  if (end.kind !== 'signed-in') throw new Error(`the sign-in ended as ${end.kind}`)
}

interface Use {
  address: string
  credentials: AuthProvider
  context: Scenario['context']
  callsAll: boolean
}

/** Lists the tools and calls each; what a call asks for is answered after all others were called. */
async function useAll(
  connect: ReturnType<typeof createConnectMcp>,
  { address, credentials, context, callsAll }: Use,
): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS * 2)
  const connection = await connect({ address, credentials }, signal)
  try {
    const listed = (await connection.list(signal)).tools
    const tools = callsAll ? listed : pinTools(listed).pinned.map(({ raw }) => raw)
    const calls =
      context.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsOf(tool) }))
    const open: { tool: RawTool; arguments: Record<string, unknown>; answer: McpAnswer }[] = []
    for (const { name, arguments: args } of calls) {
      const tool = tools.find((one) => one.name === name)
      if (!tool) continue
      const answer = await answerOf(connection, { tool, arguments: args }, signal)
      if (answer) open.push({ tool, arguments: args, answer })
    }
    for (const { answer, ...call } of open) {
      if (answer.kind !== 'input') continue
      const responses = Object.fromEntries(
        Object.entries(answer.requests).map(([key, request]) => [key, responseTo(request)]),
      )
      await connection.continue({ ...call, responses, state: answer.state }, signal)
    }
  } finally {
    await connection.close()
  }
}

/** Null for a tool that can't be called, which the next one does not suffer from; a sign-in comes first. */
async function answerOf(
  connection: McpConnection,
  call: { tool: RawTool; arguments: Record<string, unknown> },
  signal: AbortSignal,
): Promise<McpAnswer | null> {
  try {
    return await connection.call(call, signal)
  } catch (error) {
    if (error instanceof McpFault && error.kind !== 'sign-in') return null
    throw error
  }
}

/** A value of its type for each parameter that is required. */
function argumentsOf({ inputSchema }: RawTool): Record<string, unknown> {
  const { required = [], properties = {} } = (inputSchema ?? {}) as {
    required?: string[]
    properties?: Record<string, { type?: string }>
  }
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]?.type)]))
}

function sampleOf(type: string | undefined): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 5
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'value'
  }
}

function responseTo(request: unknown): McpResponse {
  const { params } = request as { params?: { requestedSchema?: { properties?: Record<string, Property> } } }
  const fields = Object.entries(params?.requestedSchema?.properties ?? {})
  return {
    action: 'accept',
    content: Object.fromEntries(fields.map(([name, field]) => [name, field.default ?? sampleOf(field.type)])),
  }
}

interface Property {
  type?: string
  default?: unknown
}
