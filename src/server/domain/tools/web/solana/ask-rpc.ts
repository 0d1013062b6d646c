/** In milliseconds, for one answer; and its bytes: a wallet can have thousands of token accounts. */
const PATIENCE_MS = 10_000
const MAX_BYTES = 4 * 1024 * 1024

/** The endpoint did not answer as it should. The message is a sentence, without the endpoint's address or its words. */
export class RpcProblem extends Error {
  override name = 'RpcProblem'
}

export interface RpcOptions {
  /** The operator's endpoint. */
  url: string
  signal: AbortSignal
  patienceMs?: number | undefined
}

/** A number as it was sent, since amounts exceed what a double holds exactly. */
export class ExactNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Whole numbers beyond what is exact come as `ExactNumber`. */
const exactly: Reviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source !== undefined
    ? new ExactNumber(context.source)
    : value

/** Asks one method of the JSON-RPC protocol. @throws {RpcProblem} */
export async function askRpc(method: string, params: unknown[], options: RpcOptions): Promise<unknown> {
  const answer = await receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), options)
  if (typeof answer !== 'object' || answer === null) throw strange()
  const { result, error } = answer as { result?: unknown; error?: { code?: unknown } | null }
  if (error) {
    const code = typeof error.code === 'number' ? ` (code ${error.code})` : ''
    throw new RpcProblem(`The Solana server refused the question${code}.`)
  }
  if (result === undefined) throw strange()
  return result
}

const strange = () => new RpcProblem('The Solana server did not answer as it should.')

async function receive(
  body: string,
  { url, signal, patienceMs = PATIENCE_MS }: RpcOptions,
): Promise<unknown> {
  const late = AbortSignal.timeout(patienceMs)
  try {
    const { endpoint, authorization } = addressedAs(url)
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    })
    if (response.status === 429)
      throw new RpcProblem('The Solana server has too many questions now. Try later.')
    if (!response.ok) throw new RpcProblem(`The Solana server answered ${response.status}.`)
    return JSON.parse(await textOf(response), exactly as Parameters<typeof JSON.parse>[1])
  } catch (error) {
    if (error instanceof RpcProblem) throw error
    if (error instanceof SyntaxError) throw strange()
    throw new RpcProblem(
      late.aborted ? 'The Solana server took too long to answer.' : 'The Solana server can not be reached.',
      { cause: error },
    )
  }
}

/** `fetch` takes no credentials in an address, where an operator may have them. */
function addressedAs(url: string) {
  const endpoint = new URL(url)
  const { username, password } = endpoint
  if (username === '' && password === '') return { endpoint, authorization: {} }
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  endpoint.username = ''
  endpoint.password = ''
  return {
    endpoint,
    authorization: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_BYTES)
      throw new RpcProblem('This address has more token accounts than can be read here.')
    parts.push(part)
  }
  return Buffer.concat(parts, length).toString()
}
