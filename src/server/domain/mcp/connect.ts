import { toolLimits } from '../../../shared/tools/tool-states.ts'
import type { Logger } from '../../base/log.ts'
import type { SendRequest } from '../../llm/model-address.ts'
import type { ConnectMcp } from './mcp-connection.ts'
import { McpFault } from './mcp-fault.ts'
import { Faults, SdkConnection } from './sdk-connection.ts'

interface ConnectOptions {
  /** Asks public addresses, and those that the operator allows; follows no redirect. */
  send: SendRequest
  log: Pick<Logger, 'debug'>
  /** In milliseconds, of one request. */
  patienceMs?: number
}

/** Of a stream that breaks off, within one call. */
const RECONNECTIONS = 2

/** Creates the one function that connects: Streamable HTTP only, with `elicitation` as the only thing offered. */
export function createConnectMcp({ send, log, patienceMs = toolLimits.callMs }: ConnectOptions): ConnectMcp {
  return async (to, signal) => {
    const sdk = await import('@modelcontextprotocol/client')
    const address = URL.parse(to.address)
    if (!address) throw new McpFault('not-public', 'Its address is not a web address.')
    const faults = new Faults()
    const transport = new sdk.StreamableHTTPClientTransport(address, {
      fetch: faults.watch(send),
      // Redirects are followed, or not, by the fetch.
      redirectPolicy: 'follow',
      requestInit: { headers: { ...to.headers } },
      ...(to.credentials && { authProvider: to.credentials }),
      reconnectionOptions: {
        ...{ initialReconnectionDelay: 500, maxReconnectionDelay: 5_000, reconnectionDelayGrowFactor: 2 },
        maxRetries: RECONNECTIONS,
      },
    })
    const client = new sdk.Client(
      { name: 'bionic', title: 'Bionic', version: '1.0.0' },
      {
        capabilities: { elicitation: { form: {}, url: {} } },
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: patienceMs } },
        inputRequired: { autoFulfill: false },
        // Neither schemas nor what they refer to are ever read by the client.
        jsonSchemaValidator: {
          getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
        },
      },
    )
    const connection = new SdkConnection({ client, transport, faults, patienceMs, log })
    client.onerror = (error) =>
      log.debug({ err: error }, 'a server of tools did not do what the protocol says')
    try {
      await faults.guard(() => client.connect(transport, { signal, timeout: patienceMs }), signal)
    } catch (error) {
      void connection.close()
      throw error
    }
    return connection
  }
}
