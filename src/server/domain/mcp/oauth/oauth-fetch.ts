import type { SendRequest } from '../../../llm/model-address.ts'
import { boundedFetch, type McpFetch } from '../bounded-fetch.ts'
import type { McpFault } from '../mcp-fault.ts'

/** Of one answer about signing in. */
const MAX_BYTES = 256 * 1024

/** Of one request, in milliseconds, its answer included. */
export const OAUTH_PATIENCE_MS = 10_000

export interface OAuthFetch {
  fetch: McpFetch
  /** Why a request was not sent or not answered, as callers may have gone on without it. */
  readonly fault: McpFault | null
}

/**
 * What requests about signing in go through: every address that a server names is one that a stranger chose.
 * @param send asks public addresses, and those that the operator allows
 */
export function createOAuthFetch(send: SendRequest): OAuthFetch {
  let fault: McpFault | null = null
  const bounded = boundedFetch({
    send,
    maxBytes: MAX_BYTES,
    onFault: (one) => {
      fault = one
    },
  })
  return {
    fetch: (address, init) => bounded(address, { ...init, signal: AbortSignal.timeout(OAUTH_PATIENCE_MS) }),
    get fault() {
      return fault
    },
  }
}
