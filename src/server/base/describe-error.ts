import { cutText } from '../../shared/text/plain-text.ts'
import { nameSources } from './source-stack.ts'

/** What may be logged of an error: nothing of a statement's or a request's values. */
interface DescribedError {
  type: string
  message: string
  code?: string | number
  stack?: string
  cause?: DescribedError
  [detail: string]: unknown
}

const MESSAGE_CHARACTERS = 300
const FRAMES = 12
const CAUSES = 3

/** These name parts of the product; `params`, `query`, PostgreSQL's `detail`, headers and bodies hold user data. */
const details = [
  'severity',
  'schema_name',
  'table_name',
  'column_name',
  'constraint_name',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
  'syscall',
  'address',
  'port',
  'status',
  'upstreamRequestId',
  'retryAfter',
] as const

/** Messages of these classes name only tables, files and connections; those of 22 and P0 repeat user data. */
const plainClasses = /^(08|23|25|28|3D|40|53|55|57|58)/
/** Errors about the schema (42), except syntax errors and names, which can contain values. */
const plainStates = /^42(?!601|602|622|704)/

/**
 * Makes what was thrown loggable. It is an allow-list, because values hide in messages (the query builder prints a
 * statement's parameters), in a stack's first lines, which repeat the message, and in properties of drivers.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!isErrorLike(error)) return { type: typeof error, message: 'Something was thrown that is no error.' }
  const described: DescribedError = { type: typeOf(error), message: safeMessage(error) }
  const { code } = error
  if (isName(code)) described.code = code
  for (const detail of details) {
    const value = error[detail]
    if (isName(value)) described[detail] = value
  }
  const stack = nameSources(framesOf(error, depth === 0 ? FRAMES : FRAMES / 3))
  if (stack !== '') described.stack = stack
  if (isErrorLike(error.cause) && depth < CAUSES) described.cause = describeError(error.cause, depth + 1)
  return described
}

export function safeMessage(error: unknown): string {
  if (!isErrorLike(error)) return 'an error without a text'
  const message = typeof error.message === 'string' ? error.message : ''
  if ('params' in error && 'query' in error) return 'Failed query'
  if (isDatabaseError(error)) return databaseMessage(String(error.code), message)
  if (Array.isArray(error.issues)) return `Not as expected: ${issuesOf(error.issues)}`
  if (typeOf(error) === 'SyntaxError') return cutBefore(message, /["'`]/)
  if (/^ERR_/.test(String(error.code))) return shorten(withoutValues(cutBefore(message, /\bReceived\b/)))
  return shorten(withoutValues(message))
}

interface ErrorLike {
  name?: unknown
  message?: unknown
  stack?: unknown
  cause?: unknown
  code?: unknown
  [property: string]: unknown
}

function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && ('message' in error || 'stack' in error)
}

/** Whether the value is a number or an identifier; any other value may be user data. */
function isName(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w$.:-]{1,100}$/.test(value))
}

function typeOf(error: ErrorLike): string {
  const { name } = error
  const own = typeof name === 'string' && name !== 'Error' ? name : error.constructor?.name
  return own && /^[\w$]{1,60}$/.test(own) ? own : 'Error'
}

function isDatabaseError(error: ErrorLike): boolean {
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error
}

function databaseMessage(code: string, message: string): string {
  if (plainStates.test(code) || plainClasses.test(code)) return shorten(message)
  return code.startsWith('22') ? 'PostgreSQL could not take a value.' : 'PostgreSQL refused a statement.'
}

function issuesOf(issues: readonly unknown[]): string {
  const named = issues.slice(0, 5).map((issue) => {
    const { path, code } = (issue ?? {}) as { path?: unknown; code?: unknown }
    const steps = Array.isArray(path) ? path.map((step) => (isName(step) ? step : '…')).join('.') : ''
    return `${steps || 'the whole'} ${isName(code) ? code : 'is wrong'}`
  })
  return shorten(named.join(', '))
}

/** Hides quoted texts, secrets under their usual names, and every part of an address except its scheme and host. */
function withoutValues(message: string): string {
  return message
    .replace(/\b([a-z][a-z0-9+.-]*):\/\/(?:[^\s/@"'<>]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi, '$1://$2')
    .replace(/\bBearer\s+\S+/gi, 'Bearer …')
    .replace(/\bsk-[\w*-]{4,}/g, '…')
    .replace(
      /\b(password|passwd|token|secret|api[-_ ]?key|authorization|cookie)\b(["']?\s*[:=]\s*)\S+/gi,
      '$1$2…',
    )
    .replace(/"(?:[^"\\]|\\.)*"?|`[^`]*`?/gs, '"…"')
    .replace(/'(?:[^'\\]|\\.){31,}'?/gs, "'…'")
}

function cutBefore(text: string, mark: RegExp): string {
  const at = text.search(mark)
  return shorten(at < 0 ? text : `${text.slice(0, at)}…`)
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MESSAGE_CHARACTERS ? `${cutText(line, MESSAGE_CHARACTERS)}…` : line
}

/** Only such lines of a stack are logged, as the message before them can contain any lines. */
const frame =
  /^ {4}at (?:[\w$.<>[\]# ]{1,120} \((?:file:|node:|[A-Z]:\\|\/)[^\s()]{1,300}\)|(?:async )?(?:file:|node:|[A-Z]:\\|\/)[^\s()]{1,300})$/

function framesOf({ stack, message }: ErrorLike, most: number): string {
  if (typeof stack !== 'string') return ''
  const text = typeof message === 'string' ? message : ''
  const from = text === '' ? -1 : stack.indexOf(text)
  return stack
    .slice(from < 0 ? 0 : from + text.length, 100_000)
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, most)
    .join('\n')
}
