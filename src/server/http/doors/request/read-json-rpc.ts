import { Failure } from '../../../domain/failure.ts'
import { readJson } from '../../body.ts'
import type { AppContext } from '../../context.ts'

/** The codes of JSON-RPC 2.0 for a body that is no request. */
const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600

/** A batch is worked on as one request, so that its length bounds what one request costs. */
const MOST_IN_A_BATCH = 10

interface JsonRpcError {
  code: number
  message: string
}

/** Reads JSON of any shape, or gives JSON-RPC's own error. @throws {Failure} `body_too_large`, `bad_request` */
export async function readJsonRpc(c: AppContext): Promise<{ body: unknown } | { error: JsonRpcError }> {
  try {
    const body = await readJson(c)
    if (!Array.isArray(body) || body.length <= MOST_IN_A_BATCH) return { body }
    const message = `A batch can have at most ${MOST_IN_A_BATCH} requests.`
    return { error: { code: INVALID_REQUEST, message } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    switch (error.code) {
      case 'malformed_json':
      case 'unsupported_media_type':
        return { error: { code: PARSE_ERROR, message: error.message } }
      case 'validation_failed':
        return { error: { code: INVALID_REQUEST, message: error.message } }
      default:
        throw error
    }
  }
}
