import type { Lorebook, LoreEntry } from '../../../shared/agents/persona.ts'

/** How secondary keys decide once a key has matched: the numbers of `extensions.selectiveLogic`. */
export const LOGIC = { any: 0, notAll: 1, notAny: 2, all: 3 } as const
type Logic = (typeof LOGIC)[keyof typeof LOGIC]

/** With its fields and extensions as SillyTavern reads them. */
export interface ReadEntry {
  index: number
  name: string
  keys: readonly string[]
  /** Empty if they do not count. */
  secondaryKeys: readonly string[]
  logic: Logic
  content: string
  constant: boolean
  order: number
  priority: number | null
  position: 'before_char' | 'after_char'
  caseSensitive: boolean
  wholeWords: boolean
  /** Null if the book's depth counts. */
  scanDepth: number | null
  /** Percent. */
  probability: number
  ignoresBudget: boolean
  /** Entries that entered can't bring this one in. */
  excludeRecursion: boolean
  /** This entry can't bring in others. */
  preventRecursion: boolean
  /** It can enter from this round on; 0 if it needs none. */
  recursionLevel: number
}

/** The enabled entries that can enter at all. */
export function readEntries({ entries }: Pick<Lorebook, 'entries'>): ReadEntry[] {
  return entries.flatMap((entry, index) => {
    const { decorators, content } = readDecorators(entry.content)
    if (!entry.enabled || decorators.has('@@dont_activate')) return []
    return [readEntry(entry, index, content, decorators.has('@@activate'))]
  })
}

function readEntry(entry: LoreEntry, index: number, content: string, activated: boolean): ReadEntry {
  const extensions = entry.extensions ?? {}
  const { probability, selectiveLogic, scan_depth: scanDepth, position } = extensions
  const usesProbability = extensions.useProbability !== false
  const isBefore = typeof position === 'number' ? position === 0 : entry.position === 'before_char'
  return {
    index,
    name: entry.name || entry.comment || entry.keys[0] || `Entry ${index + 1}`,
    keys: entry.keys,
    secondaryKeys: entry.selective ? (entry.secondary_keys ?? []) : [],
    logic: isLogic(selectiveLogic) ? selectiveLogic : LOGIC.any,
    content,
    constant: activated || entry.constant === true,
    order: entry.insertion_order,
    priority: entry.priority ?? null,
    position: isBefore ? 'before_char' : 'after_char',
    caseSensitive: booleanOf(extensions.case_sensitive) ?? entry.case_sensitive ?? false,
    wholeWords: booleanOf(extensions.match_whole_words) ?? false,
    scanDepth: typeof scanDepth === 'number' ? scanDepth : null,
    probability: usesProbability && typeof probability === 'number' ? probability : 100,
    ignoresBudget: extensions.ignore_budget === true,
    excludeRecursion: extensions.exclude_recursion === true,
    preventRecursion: extensions.prevent_recursion === true,
    recursionLevel: levelOf(extensions.delay_until_recursion),
  }
}

const isLogic = (value: unknown): value is Logic => Object.values<unknown>(LOGIC).includes(value)

const booleanOf = (value: unknown) => (typeof value === 'boolean' ? value : null)

const levelOf = (value: unknown) => (typeof value === 'number' ? value : value === true ? 1 : 0)

/** Reads the lines with `@@` at the start. One with a third `@` counts if the one before it is unknown. */
function readDecorators(text: string): { decorators: ReadonlySet<string>; content: string } {
  const decorators = new Set<string>()
  if (!text.startsWith('@@')) return { decorators, content: text }
  const lines = text.split('\n')
  const first = lines.findIndex((line) => !line.startsWith('@@'))
  if (first === -1) return { decorators, content: text }
  let unknown = false
  for (const line of lines.slice(0, first)) {
    if (line.startsWith('@@@') && !unknown) continue
    const decorator = /^@?(@@(?:dont_)?activate)/.exec(line)?.[1]
    if (decorator) decorators.add(decorator)
    unknown = decorator === undefined
  }
  return { decorators, content: lines.slice(first).join('\n') }
}
