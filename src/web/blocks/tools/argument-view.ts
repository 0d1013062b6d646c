import { withHiddenLetters } from '../../../shared/text/hidden-letters.ts'

/** One value of what a tool is sent. */
interface SentField {
  /** The names on the way to it, outermost first; a place in a list counts from 1. */
  path: readonly string[]
  /** A text as it is, anything else as JSON; hidden letters are visible. */
  value: string
  isText: boolean
}

/** Deeper values are shown as JSON. */
const MAX_DEPTH = 6

/** @returns undefined if the arguments are no JSON object, and are to be shown as they are */
export function sentFields(given: string): SentField[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(given)
  } catch {
    return undefined
  }
  return isRecord(parsed) ? fieldsIn(parsed, []) : undefined
}

/** As it is sent, to be shown to whoever decides. */
export function sentBytes(given: string): { text: string; bytes: number } {
  return { text: withHiddenLetters(given), bytes: new TextEncoder().encode(given).length }
}

function fieldsIn(value: unknown, path: readonly string[]): SentField[] {
  if (path.length < MAX_DEPTH && Array.isArray(value) && value.length > 0)
    return value.flatMap((one, index) => fieldsIn(one, [...path, String(index + 1)]))
  if (path.length < MAX_DEPTH && isRecord(value) && (path.length === 0 || Object.keys(value).length > 0))
    return Object.entries(value).flatMap(([name, one]) => fieldsIn(one, [...path, nameOf(name)]))
  const isText = typeof value === 'string' && value !== ''
  return [{ path, value: withHiddenLetters(isText ? value : JSON.stringify(value)), isText }]
}

const nameOf = (name: string) => (name === '' ? '""' : withHiddenLetters(name))

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
