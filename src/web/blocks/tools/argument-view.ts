import { withHiddenLetters } from '../../../shared/text/hidden-letters.ts'
import { lengthOf } from '../../../shared/text/plain-text.ts'

/** One value of what a tool is sent. */
export interface SentField {
  /** The names on the way to it, outermost first; a place in a list counts from 1. */
  path: readonly string[]
  /** A text as it is, anything else as JSON; hidden letters are visible. */
  value: string
  isText: boolean
}

/** Deeper values are shown as JSON. */
const MAX_DEPTH = 6

/** In characters: about two screens of a phone, beyond which what is shown is folded. */
const SHOWN_AT_ONCE = 2_400

/** What a name or the end of a line takes at most, in characters: a line of a phone. */
const LINE = 40

/** What is shown at once, the rest, which begins with what is left of the last value, and how many characters that has. */
interface FoldedFields {
  shown: SentField[]
  rest: SentField[]
  left: number
}

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

/** Divides what is shown by its length alone, so that no screen cuts anything off. */
export function foldFields(fields: readonly SentField[]): FoldedFields {
  const shown: SentField[] = []
  let room = SHOWN_AT_ONCE
  for (const [index, field] of fields.entries()) {
    room -= Math.max(LINE, field.path.join('').length)
    const fits = endOf(field.value, room)
    room = fits.room
    if (fits.at > 0) shown.push({ ...field, value: field.value.slice(0, fits.at) })
    if (fits.at === field.value.length) continue
    const rest = [{ ...field, value: field.value.slice(fits.at) }, ...fields.slice(index + 1)]
    return { shown, rest, left: rest.reduce((sum, { value }) => sum + lengthOf(value), 0) }
  }
  return { shown, rest: [], left: 0 }
}

/** Where a text ends that has this room, in UTF-16 units, and the room that is left. */
function endOf(text: string, room: number): { at: number; room: number } {
  let at = 0
  for (const letter of text) {
    if (room <= 0) break
    room -= letter === '\n' ? LINE : 1
    at += letter.length
  }
  return { at, room }
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
