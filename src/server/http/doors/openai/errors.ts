import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ProblemCode } from '../../../../shared/common/errors.ts'
import { cutText } from '../../../../shared/text/plain-text.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AppEnv } from '../../context.ts'
import { handleFailure, statusOf } from '../../problem.ts'

/** The addresses that speak OpenAI's protocol, whose errors have OpenAI's own shape. */
export const OPENAI_PATH = '/v1/'

interface OpenAiError {
  error: { message: string; type: string; param: string | null; code: string | null }
}

/** OpenAI's words for the failures that its clients tell apart; the others keep the product's own code. */
const codes: Partial<Record<ProblemCode, string>> = {
  key_invalid: 'invalid_api_key',
  rate_limited: 'rate_limit_exceeded',
  words_used_up: 'insufficient_quota',
  model_used_up: 'insufficient_quota',
  question_too_long: 'context_length_exceeded',
}

const quotaTypes: Partial<Record<ProblemCode, string>> = {
  rate_limited: 'requests',
  words_used_up: 'insufficient_quota',
  model_used_up: 'insufficient_quota',
}

/** A request that OpenAI's API would refuse, or that agents can't fulfil; `param` is written as `messages[0].role`. */
export function invalidRequest(message: string, param: string): Failure {
  return new Failure('validation_failed', message, { errors: { [param]: message } })
}

/** No agent has this name; one that is hidden from the caller is not told apart from one that does not exist. */
export function noSuchModel(name: string): Failure {
  const shown = name.length > 100 ? `${cutText(name, 100)}…` : name
  return new Failure(
    'not_found',
    `There is no agent \`${shown}\` that this key can use. GET /v1/models lists those that it can.`,
    { errors: { model: 'There is no such agent.' } },
  )
}

export function openAiError({ code, message, errors }: Failure): OpenAiError {
  const status = statusOf[code]
  const [path, fault] = Object.entries(errors ?? {})[0] ?? []
  const param = path?.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
  return {
    error: {
      message: code === 'validation_failed' && fault !== undefined ? `${param}: ${fault}` : message,
      type: quotaTypes[code] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: param === undefined || param === 'body' ? null : param,
      code: code === 'not_found' && param === 'model' ? 'model_not_found' : (codes[code] ?? plain(code)),
    },
  }
}

/** OpenAI has no code for a request that is merely wrong. */
const plain = (code: ProblemCode) => (code === 'validation_failed' ? null : code)

/** OpenAI answers every request that it can't read with 400. */
function openAiStatus({ code }: Failure): ContentfulStatusCode {
  return statusOf[code] === 422 ? 400 : statusOf[code]
}

/** Responds to any error in OpenAI's shape; what is logged is the same as for a problem. */
export function answerOpenAiError(error: Error, c: Context<AppEnv>): Response {
  const failure = handleFailure(error, c)
  const body = JSON.stringify(openAiError(failure))
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  if (failure.retryAfter !== undefined) headers['retry-after'] = String(failure.retryAfter)
  // Otherwise OpenAI's clients would repeat a request that can't succeed before tomorrow.
  if (failure.code === 'words_used_up' || failure.code === 'model_used_up')
    headers['x-should-retry'] = 'false'
  return c.body(body, openAiStatus(failure), headers)
}
