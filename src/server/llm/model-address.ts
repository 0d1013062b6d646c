import type { ModelFacts } from '../../shared/models/models.ts'
import type { Dialect } from '../../shared/models/own-keys.ts'
import type { Logger } from '../base/log.ts'

/** What of a response is read; that of `fetch` is one. Who ends the iteration early closes the connection. */
export interface ModelResponse {
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}

/** Sends one request of a model's protocol. Redirects are not followed. */
export type SendRequest = (address: string | URL | Request, init?: RequestInit) => Promise<ModelResponse>

/** Where the models of one provider are. */
export interface ProviderAddress {
  dialect: Dialect
  /** What distinguishes it from others in `Carry`; the name of the provider or the id of an own key. */
  provider: string
  baseUrl: string
  /** Without it no key is sent, as most local servers have none. */
  apiKey?: string | undefined
  /** By default any address is asked; own keys use one that asks public addresses only. */
  send?: SendRequest | undefined
  log?: Logger | undefined
}

export interface ModelAddress extends ProviderAddress {
  model: string
  /** What is known of it, for what the protocol needs to be told (pictures, room for reasoning). */
  facts?: Partial<ModelFacts> | undefined
  /** Milliseconds without text after which an answer has failed; section 9. */
  timeoutMs?: number | undefined
  /** Whether chat completions ask for figures of use, which the specification's request does not. */
  asksUsage?: boolean | undefined
}
