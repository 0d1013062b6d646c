import { Failure } from '../../domain/failure.ts'
import { readJson } from '../body.ts'
import type { AppContext } from '../context.ts'

/** The codes of JSON-RPC 2.0 for a body that is no request. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

/** The error object of a JSON-RPC response. */
export interface JsonRpcError {
  code: number
  message: string
}

/**
 * Reads the body of a JSON-RPC request within the bounds of all bodies.
 * @returns the parsed body of any shape, or JSON-RPC's own error if it is no JSON or has too much in it
 * @throws {Failure} `body_too_large`, and `bad_request` if it did not arrive whole
 */
export async function readJsonRpc(c: AppContext): Promise<{ body: unknown } | { error: JsonRpcError }> {
  try {
    return { body: await readJson(c) }
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
