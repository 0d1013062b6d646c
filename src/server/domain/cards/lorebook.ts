import type * as z from 'zod/mini'
import {
  type Lorebook,
  type LoreEntry,
  lorebookSchema,
  loreEntrySchema,
} from '../../../shared/agents/persona.ts'
import { limits } from '../../../shared/common/limits.ts'
import { toPlainText } from '../../../shared/text/plain-text.ts'
import { counted, isObject, type JsonObject, type ReportWriter, textOf, textsOf } from './card-draft.ts'

/** The order of an entry that has none, as the applications that write lorebooks have it. */
const USUAL_ORDER = 100

const entryFields: Readonly<Record<string, z.ZodMiniType>> = loreEntrySchema.shape
const { entries: _, ...bookFields }: Readonly<Record<string, z.ZodMiniType>> = lorebookSchema.shape

/**
 * Cards come from many programs: fields of a wrong type are left out, required ones get their usual value.
 * @returns null if there is no lorebook, or an empty one without a name
 */
export function readLorebook(value: unknown, report: ReportWriter): Lorebook | null {
  if (value === undefined || value === null) return null
  if (!isObject(value)) {
    report.refuse('The lorebook: it is no object.')
    return null
  }
  // Stand-alone lorebooks of some applications have their entries in an object.
  const listed = isObject(value.entries) ? Object.values(value.entries) : value.entries
  const entries = (Array.isArray(listed) ? listed : []).filter(isObject)
  if (entries.length > limits.loreEntries)
    report.refuse(
      `${counted(entries.length - limits.loreEntries, 'entry', 'entries')} of the lorebook: it can have ${limits.loreEntries.toLocaleString('en-US')} here.`,
    )
  return {
    ...withValid(value, bookFields),
    entries: entries.slice(0, limits.loreEntries).map(readEntry),
  }
}

/** SillyTavern has other names in its own lorebooks than in those of cards. */
function readEntry(given: JsonObject): LoreEntry {
  const { key, keysecondary, disable } = given
  const own = {
    keys: key,
    secondary_keys: textsOf(keysecondary),
    insertion_order: given.order,
    enabled: disable !== true,
  }
  const entry: JsonObject = 'key' in given && !('keys' in given) ? { ...own, ...given } : given
  const { insertion_order: order, enabled } = entry
  return {
    ...withValid(entry, entryFields),
    keys: textsOf(entry.keys).map(toPlainText),
    content: toPlainText(textOf(entry.content)),
    enabled: typeof enabled === 'boolean' ? enabled : true,
    // JSON can have numbers beyond all that is stored, such as 1e999.
    insertion_order: typeof order === 'number' && Number.isFinite(order) ? order : USUAL_ORDER,
  }
}

/** An object without the known fields whose values are not valid. Texts that are used are made plain. */
function withValid(object: JsonObject, fields: Readonly<Record<string, z.ZodMiniType>>): JsonObject {
  const valid = Object.entries(object)
    .filter(([name]) => name !== 'entries')
    .flatMap(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) return [[name, value] as const]
      if (value === null || value === undefined || !field.safeParse(value).success) return []
      return [[name, plain(value)] as const]
    })
  return Object.fromEntries(valid)
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return toPlainText(value)
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? toPlainText(item) : item))
  return value
}

/** Adds what Character Card V3 requires of a lorebook and of its entries, without changing what is there. */
export function completeLorebook(book: JsonObject): JsonObject {
  const entries = (Array.isArray(book.entries) ? book.entries : []).map((entry: unknown) =>
    isObject(entry)
      ? {
          extensions: {},
          use_regex: false,
          ...entry,
        }
      : entry,
  )
  return { extensions: {}, ...book, entries }
}
