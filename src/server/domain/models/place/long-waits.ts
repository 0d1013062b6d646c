import { httpFetch } from '../../../llm/http/http-fetch.ts'
import type { SendRequest } from '../../../llm/model-address.ts'
import { LONG_WAIT_SECONDS } from './circuits.ts'

/**
 * A provider that says to wait long is not tried again, where something else can answer meanwhile: the header is the one by
 * which providers themselves tell clients so.
 */
export function withoutLongWaits(send: SendRequest = httpFetch): SendRequest {
  return async (address, init) => {
    const response = await send(address, init)
    const { status, headers } = response
    const seconds = Number(headers.get('retry-after') ?? 0)
    const isLong = Number.isNaN(seconds) || seconds > LONG_WAIT_SECONDS
    if (status < 300 || !isLong) return response
    const get = (name: string) => (name === 'x-should-retry' ? 'false' : headers.get(name))
    return { ...response, headers: { get } }
  }
}
