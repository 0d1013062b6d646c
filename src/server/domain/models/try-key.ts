import { unstoredAgent } from '../../../shared/agents/agent-fields.ts'
import type { ProblemCode } from '../../../shared/common/errors.ts'
import type { ModelFacts } from '../../../shared/models/models.ts'
import { NotPublic, ThisServer } from '../../base/network/network.ts'
import { httpFetch } from '../../llm/http/http-fetch.ts'
import { beginningOf } from '../../llm/http/refusal.ts'
import type { ModelResponse, ProviderAddress, SendRequest } from '../../llm/model-address.ts'
import type { ModelProtocols } from './model-protocols.ts'

/** Why a key can't be used. */
export type KeyFault =
  | 'refused'
  | 'unpaid'
  | 'unreachable'
  | 'not_public'
  | 'itself'
  | 'no_model_server'
  | 'leads_on'
  | 'slow'
  | 'busy'

/** It carries nothing of what the provider answered. */
export class KeyUnusable extends Error {
  override name = 'KeyUnusable'
  readonly fault: KeyFault

  constructor(fault: KeyFault) {
    super(`a key for models can not be used: ${fault}`)
    this.fault = fault
  }
}

export interface FoundModel {
  model: string
  facts: Partial<ModelFacts>
}

/** What the door of a place of agents says to the mark of requests to models. */
const AGENT_ANSWERS: ProblemCode = 'asked_by_agent'

/** For all requests together, in milliseconds. */
const PATIENCE_MS = 15_000

/** No model has this name, so that a request for it costs nothing, while a wrong key is refused all the same. */
const NO_MODEL = 'is-this-key-valid'

/**
 * Finds out whether a key is valid, and its models: by listing them, and by a tiny request where there is no list, or
 * where anybody gets it. @throws {KeyUnusable}
 */
export async function tryKey(
  address: ProviderAddress,
  protocols: ModelProtocols,
  patienceMs = PATIENCE_MS,
): Promise<FoundModel[]> {
  const signal = AbortSignal.timeout(patienceMs)
  const list = (of: ProviderAddress) => seeing(of, signal, (seen) => protocols.listModels(seen, signal))
  const ask = () => seeing(address, signal, (seen) => askTiny(seen, protocols, signal))

  const listed = await list(address)
  if (listed.ok) {
    const isForAnybody = address.apiKey !== undefined && (await list({ ...address, apiKey: undefined })).ok
    const fault = isForAnybody ? (await ask()).fault : null
    if (fault === 'refused' || fault === 'unpaid') throw new KeyUnusable(fault)
    return listed.value
  }
  if (!listed.hasNoList) throw new KeyUnusable(listed.fault)
  const asked = await ask()
  if (!asked.ok && !asked.knowsProtocol) throw new KeyUnusable(asked.fault)
  return []
}

async function askTiny(
  address: ProviderAddress,
  { createModel }: ModelProtocols,
  signal: AbortSignal,
): Promise<void> {
  const ask = createModel({ ...address, model: NO_MODEL, timeoutMs: PATIENCE_MS })
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  for await (const _ of ask({ agent: unstoredAgent({ name: '' }), messages, maxTokens: 16 }, signal)) return
}

type Seen<Value> =
  | { ok: true; value: Value; fault: null }
  | {
      ok: false
      fault: KeyFault
      /** Whether it is a server that has nothing at the address of its list. */
      hasNoList: boolean
      /** Whether it refused the request as model servers do, such as for a model that it does not know. */
      knowsProtocol: boolean
    }

/** Does something with an address and judges a failure by what went over the wire, not by how it was reported. */
async function seeing<Value>(
  address: ProviderAddress,
  signal: AbortSignal,
  act: (address: ProviderAddress) => Promise<Value>,
): Promise<Seen<Value>> {
  const wire = new Wire(address.send ?? httpFetch)
  try {
    const value = await act({ ...address, send: wire.send })
    signal.throwIfAborted()
    return { ok: true, value, fault: null }
  } catch {
    const { status, saysError } = wire
    return {
      ok: false,
      fault: signal.aborted ? 'slow' : wire.fault,
      hasNoList: status === 404 || status === 405 || status === 501,
      knowsProtocol: saysError && (status === 400 || status === 404 || status === 422),
    }
  }
}

/** Remembers how the last request went. */
class Wire {
  status: number | undefined
  /** Whether the answer was an error in the form of model servers. */
  saysError = false
  /** Whether an agent would have answered, here or at another place. */
  #isAgent = false
  #error: unknown
  readonly send: SendRequest

  constructor(send: SendRequest) {
    this.send = async (address, init) => {
      this.status = undefined
      this.saysError = false
      this.#isAgent = false
      try {
        const response = await send(address, init)
        this.status = response.status
        return response.status < 300 ? response : await this.#readError(response)
      } catch (error) {
        this.#error = error
        throw error
      }
    }
  }

  get fault(): KeyFault {
    const { status } = this
    if (status === undefined) return faultOf(this.#error)
    if (this.#isAgent) return 'itself'
    // Some say that a key is wrong as they say that a request is.
    if (status === 401 || status === 403 || (status === 400 && this.saysError)) return 'refused'
    if (status === 402) return 'unpaid'
    if (status >= 300 && status < 400) return 'leads_on'
    return status === 429 || status >= 500 ? 'busy' : 'no_model_server'
  }

  async #readError(response: ModelResponse): Promise<ModelResponse> {
    const text = await beginningOf(response.body)
    const said = modelErrorIn(text)
    this.saysError = said !== null
    this.#isAgent = said?.code === AGENT_ANSWERS
    return { ...response, body: piecesOf(text) }
  }
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield new TextEncoder().encode(text)
}

/** What a model server says of an error; null if it is none of one. */
function modelErrorIn(text: string): { code?: unknown } | null {
  try {
    const said: unknown = JSON.parse(text)
    // One of them wraps it into a list.
    const body = Array.isArray(said) ? said[0] : said
    if (typeof body !== 'object' || body === null) return null
    const { error, object } = body as { error?: unknown; object?: unknown }
    if (typeof error === 'object' && error !== null) return error
    return object === 'error' ? body : null
  } catch {
    return null
  }
}

/** Of an address that no answer came from. */
function faultOf(error: unknown): KeyFault {
  if (!(error instanceof Error)) return 'unreachable'
  if (error instanceof ThisServer) return 'itself'
  return error instanceof NotPublic ? 'not_public' : faultOf(error.cause)
}
