import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { ModelRefusal } from './model-refusal.ts'

/** In the form of the environment; what is absent is not used. */
export interface ProxySettings {
  HTTP_PROXY?: string | undefined
  HTTPS_PROXY?: string | undefined
  NO_PROXY?: string | undefined
}

const MOST_REDIRECTS = 5

/** A connection that is silent for so many milliseconds counts as cut. */
const SILENT_MS = 60_000

/** Requests to the hub, through a proxy where one is set. They carry no key and no cookie. */
export class HubRequests {
  readonly #plain: PlainAgent
  readonly #secure: SecureAgent

  constructor(proxy: ProxySettings = {}) {
    const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = proxy
    const proxyEnv = {
      ...(HTTP_PROXY && { HTTP_PROXY }),
      ...(HTTPS_PROXY && { HTTPS_PROXY }),
      ...(NO_PROXY && { NO_PROXY }),
    }
    this.#plain = new PlainAgent({ proxyEnv })
    this.#secure = new SecureAgent({ proxyEnv })
  }

  /** Follows redirects, never from https to http. The body is the caller's to read or to destroy. */
  async get(address: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    let url = address
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const answer = await this.#ask(url, headers, signal)
      const { statusCode = 0, headers: told } = answer
      if (statusCode < 300 || statusCode >= 400 || told.location === undefined) return answer
      answer.destroy()
      const next = URL.parse(told.location, url.href)
      if (!next || (next.protocol !== url.protocol && next.protocol !== 'https:'))
        throw new ModelRefusal('The hub redirects to an address that can’t be used.')
      url = next
    }
    throw new ModelRefusal('The hub redirects without end.')
  }

  /** @throws {ModelRefusal} if the body is longer than `longest` bytes or no JSON */
  async getJson(address: URL, longest: number, signal: AbortSignal): Promise<unknown> {
    const answer = await this.get(address, { accept: 'application/json' }, signal)
    if (answer.statusCode !== 200) {
      answer.destroy()
      throw new ModelRefusal(refusalOf(answer.statusCode))
    }
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of answer as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > longest) throw new ModelRefusal('The hub’s answer is too long to be a list of files.')
      pieces.push(piece)
    }
    try {
      return JSON.parse(Buffer.concat(pieces).toString())
    } catch {
      throw new ModelRefusal('The hub’s answer is no list of files.')
    }
  }

  async #ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    const secure = url.protocol === 'https:'
    const answered = Promise.withResolvers<IncomingMessage>()
    const outgoing = (secure ? secureRequest : plainRequest)(url, {
      headers,
      agent: secure ? this.#secure : this.#plain,
      signal,
    })
    outgoing.setTimeout(SILENT_MS, () => outgoing.destroy(new Error('The connection was silent.')))
    outgoing.once('response', answered.resolve).on('error', answered.reject).end()
    return answered.promise
  }
}

export function refusalOf(status = 0): string {
  if (status === 401 || status === 403) return 'The hub gives this model only to people it knows.'
  if (status === 404) return 'The hub has no such model.'
  return `The hub answered with ${status}. Try again later.`
}
