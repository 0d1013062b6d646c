import { type OwnPersona, ownPersonaSchema } from '../../../../shared/agents/own-persona.ts'
import type { Lorebook, LoreEntry, Persona } from '../../../../shared/agents/persona.ts'
import type { FieldErrors } from '../../../blocks/form/field-errors.ts'
import { newId } from '../../../lib/new-id.ts'
import * as texts from './texts.ts'

/** One greeting or entry in the form; `id` tells it from others while it is moved. */
interface GreetingValue {
  id: string
  text: string
}

/** An entry as the form shows it: lists and numbers are texts until they are sent. */
export interface EntryValue {
  id: string
  /** The entry with everything that has no field of its own. */
  entry: LoreEntry
  /** One key a line, because keys may contain commas. */
  keys: string
  secondaryKeys: string
  order: string
  scanDepth: string
  probability: string
}

export interface PersonaValues extends Omit<Persona, 'greetings'> {
  greetings: GreetingValue[]
  entries: EntryValue[]
  scanDepth: string
  tokenBudget: string
  recursive: boolean
  /** The lorebook with everything that has no field of its own; null if there is none. */
  book: Omit<Lorebook, 'entries'> | null
}

/** A persona and its lorebook, whatever version they are of. */
export type PersonaContent = Pick<OwnPersona, 'persona' | 'lorebook'>

export function valuesOf({ persona, lorebook }: PersonaContent): PersonaValues {
  const { entries, ...book }: Lorebook = lorebook ?? { entries: [] }
  return {
    ...persona,
    greetings: persona.greetings.map((text) => ({ id: newId(), text })),
    entries: entries.map(entryValueOf),
    scanDepth: textOf(book.scan_depth),
    tokenBudget: textOf(book.token_budget),
    recursive: book.recursive_scanning === true,
    book: lorebook && book,
  }
}

/** The order of their keys does not matter. */
export function samePersona(one: PersonaContent, other: PersonaContent): boolean {
  return canonical(one) === canonical(other)
}

function canonical({ persona, lorebook }: PersonaContent): string {
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  return JSON.stringify({ persona, lorebook }, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  )
}

export const newEntry = (): EntryValue =>
  entryValueOf({
    keys: [],
    secondary_keys: [],
    content: '',
    enabled: true,
    insertion_order: 100,
    selective: true,
    position: 'after_char',
    extensions: {},
  })

function entryValueOf(entry: LoreEntry): EntryValue {
  return {
    id: newId(),
    entry,
    keys: entry.keys.join('\n'),
    secondaryKeys: (entry.secondary_keys ?? []).join('\n'),
    order: String(entry.insertion_order),
    scanDepth: textOf(entry.extensions?.scan_depth),
    probability: textOf(entry.extensions?.probability),
  }
}

const textOf = (value: unknown) => (typeof value === 'number' ? String(value) : '')

/** The request that the form makes. A text that is no number becomes `NaN`, which the check finds at its field. */
export function requestOf(values: PersonaValues): PersonaContent {
  const { greetings, entries, scanDepth, tokenBudget, recursive, book, ...texts } = values
  const hasBook = entries.length > 0 || book !== null
  const { scan_depth: _, token_budget: __, ...rest }: Omit<Lorebook, 'entries'> = book ?? {}
  return {
    persona: { ...texts, greetings: greetings.map(({ text }) => text).filter((text) => text.trim() !== '') },
    lorebook: hasBook
      ? {
          ...rest,
          ...(scanDepth.trim() !== '' && { scan_depth: Number(scanDepth) }),
          ...(tokenBudget.trim() !== '' && { token_budget: Number(tokenBudget) }),
          ...((recursive || book?.recursive_scanning !== undefined) && { recursive_scanning: recursive }),
          entries: entries.map(entryOf),
        }
      : null,
  }
}

function entryOf({ entry, keys, secondaryKeys, order, scanDepth, probability }: EntryValue): LoreEntry {
  const { scan_depth: _, probability: __, ...extensions } = entry.extensions ?? {}
  const secondary = linesOf(secondaryKeys)
  return {
    ...entry,
    keys: linesOf(keys),
    ...((secondary.length > 0 || entry.secondary_keys) && { secondary_keys: secondary }),
    // Secondary keys that somebody typed are meant to count.
    ...(secondary.length > 0 && { selective: entry.selective ?? true }),
    insertion_order: order.trim() === '' ? Number.NaN : Number(order),
    extensions: {
      ...extensions,
      ...(scanDepth.trim() !== '' && { scan_depth: Number(scanDepth) }),
      ...(probability.trim() !== '' && { probability: Number(probability), useProbability: true }),
    },
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const ENTRY_FIELDS = ['keys', 'content', 'secondaryKeys', 'order', 'scanDepth', 'probability'] as const

const TEXTS = [
  'background',
  'systemPrompt',
  'exampleMessages',
  'postHistoryInstructions',
  'nickname',
] as const satisfies (keyof Persona)[]

/** All fields of the form in their order, for the focus. */
export const fieldsOf = ({ greetings, entries }: PersonaValues): string[] => [
  ...greetings.map((_, index) => `greetings.${index}`),
  ...TEXTS,
  'scanDepth',
  'tokenBudget',
  ...entries.flatMap((_, index) => ENTRY_FIELDS.map((field) => `entries.${index}.${field}`)),
]

const formNames: Readonly<Record<string, string>> = {
  secondary_keys: 'secondaryKeys',
  insertion_order: 'order',
  scan_depth: 'scanDepth',
  token_budget: 'tokenBudget',
}

export function checkPersona(values: PersonaValues): FieldErrors<string> {
  const errors: FieldErrors<string> = {}
  const shown = values.greetings.flatMap(({ text }, index) => (text.trim() === '' ? [] : [index]))
  for (const { path, message } of problemsOf(values)) {
    const [, field, index, inner] = path.map(String)
    // Blank greetings are not sent, so the others move up.
    if (field === 'greetings' && index !== undefined) errors[`greetings.${shown[Number(index)]}`] ??= message
    else if (field === 'entries' && inner !== undefined)
      errors[`entries.${index}.${formNames[inner] ?? inner}`] ??= message
    else if (field !== undefined) errors[formNames[field] ?? field] ??= message
  }
  if (!isNumberWithin(values.scanDepth, 1_000)) errors.scanDepth = texts.numberUpTo1000
  if (!isNumberWithin(values.tokenBudget, 1_000_000)) errors.tokenBudget = texts.numberUpToMillion
  for (const [index, { scanDepth, probability, order }] of values.entries.entries()) {
    const at = (field: string, message: string) => {
      errors[`entries.${index}.${field}`] = message
    }
    if (!isNumberWithin(scanDepth, 1_000)) at('scanDepth', texts.numberUpTo1000)
    if (!isNumberWithin(probability, 100)) at('probability', texts.percentFault)
    if (order.trim() === '' || !Number.isFinite(Number(order))) at('order', texts.numberFault)
  }
  return errors
}

/** The problems that the shared schema finds. Texts that are no numbers are left to the form, as the schema would find nothing else. */
function problemsOf(values: PersonaValues) {
  const numbers = (text: string, instead = '') => (Number.isFinite(Number(text)) ? text : instead)
  const request = requestOf({
    ...values,
    scanDepth: numbers(values.scanDepth),
    tokenBudget: numbers(values.tokenBudget),
    entries: values.entries.map((entry) => ({
      ...entry,
      order: entry.order.trim() === '' ? '0' : numbers(entry.order, '0'),
      scanDepth: numbers(entry.scanDepth),
      probability: numbers(entry.probability),
    })),
  })
  return ownPersonaSchema.safeParse(request).error?.issues ?? []
}

const isNumberWithin = (text: string, most: number) =>
  text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) <= most)
