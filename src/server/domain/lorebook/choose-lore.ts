import { expandMacros, type MacroNames } from '../../../shared/agents/macros.ts'
import type { Lorebook } from '../../../shared/agents/persona.ts'
import { expressionOf, hasPlainKey, ScannedText } from './match-key.ts'
import { LOGIC, type ReadEntry, readEntries } from './read-entries.ts'

/** Newest messages that are searched if the book does not say. */
export const SCAN_DEPTH = 2
const MAX_SCAN_DEPTH = 1_000
/** Of the model's window, if the book does not say. */
const WINDOW_SHARE = 0.25
/** Each brings in at least one entry, so this only bounds what a book can cost. */
const MAX_ROUNDS = 100

export interface LoreScan {
  lorebook: Lorebook
  /** Newest first, without the names of the speakers. */
  messages: readonly string[]
  names: MacroNames
  windowTokens: number
  mostTokens?: number
}

interface LoreMeans {
  countTokens: (text: string) => number
  roll: (entry: number) => number
  matches: (expression: RegExp, text: string, key: string) => boolean
}

type LoreReason =
  | { kind: 'constant' }
  | {
      kind: 'key'
      key: string
      /** Counted from the newest (0); null if only an entry that entered has the key. */
      message: number | null
    }

/** It entered, or stayed out although its keys were found. */
interface ConsideredEntry {
  index: number
  name: string
  reason: LoreReason
  outcome: 'entered' | 'over_budget' | 'not_rolled'
  tokens: number
  position: ReadEntry['position']
}

export interface ChosenLore {
  /** Texts before and after the character. */
  before: string[]
  after: string[]
  /** In the order in which they were considered for the budget. */
  considered: ConsideredEntry[]
  /** In tokens for all entries; reaching it is too much already. */
  budget: number
}

interface Found {
  entry: ReadEntry
  reason: LoreReason
}

/** Chooses entries as SillyTavern does (record 0055), by the newest messages and the budget. A pure function. */
export function chooseLore(scan: LoreScan, means: LoreMeans): ChosenLore {
  const { lorebook, messages, names, windowTokens, mostTokens = Number.POSITIVE_INFINITY } = scan
  const { token_budget: tokenBudget, recursive_scanning: recursive = false } = lorebook
  const wanted = tokenBudget ?? (Math.round(windowTokens * WINDOW_SHARE) || 1)
  const budget = Math.min(wanted, mostTokens)
  const entries = inKeptOrder(readEntries(lorebook))
  const texts = createTexts(messages, lorebook.scan_depth ?? SCAN_DEPTH)
  const expand = (text: string) => expandMacros(text, names)
  const levels = [...new Set(entries.flatMap(({ recursionLevel }) => recursionLevel || []))].sort(
    (a, b) => a - b,
  )
  let level = levels.shift() ?? 0
  let isRecursion = false
  let isFull = false
  let recursedText = ''
  const done = new Set<ReadEntry>()
  const considered: ConsideredEntry[] = []
  const entered: { entry: ReadEntry; content: string }[] = []

  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = entries.flatMap((entry): Found[] => {
      if (done.has(entry)) return []
      if (entry.recursionLevel > 0 && (!isRecursion || entry.recursionLevel > level)) return []
      if (isRecursion && recursive && entry.excludeRecursion) return []
      const reason = reasonFor(entry, texts, expand, means)
      return reason ? [{ entry, reason }] : []
    })
    const usedTokens = recursedText === '' ? 0 : means.countTokens(recursedText)
    let newText = ''
    const recursing: string[] = []
    for (const { entry, reason } of found) {
      const { index, name, position } = entry
      if (entry.probability !== 100 && means.roll(index) > entry.probability) {
        done.add(entry)
        considered.push({ index, name, reason, position, outcome: 'not_rolled', tokens: 0 })
        continue
      }
      const content = expand(entry.content)
      const tokens = means.countTokens(content)
      if (!isFull)
        newText += `${content}
`
      const isOver = isFull || usedTokens + means.countTokens(newText) >= budget
      done.add(entry)
      if (isOver && !entry.ignoresBudget) {
        isFull = true
        considered.push({ index, name, reason, position, outcome: 'over_budget', tokens })
        continue
      }
      considered.push({ index, name, reason, position, outcome: 'entered', tokens })
      entered.push({ entry, content })
      if (!entry.preventRecursion) recursing.push(content)
    }
    const goesOn = recursive && !isFull && recursing.length > 0
    if (!goesOn) {
      const next = levels.shift()
      if (next === undefined) break
      level = next
    }
    isRecursion = true
    const text = recursing.join('\n')
    if (text === '') continue
    texts.add(text)
    recursedText = `${text}\n${recursedText}`
  }
  return { ...inPromptOrder(entered), considered, budget }
}

/** By priority where the book has any, then by order. */
function inKeptOrder(entries: ReadEntry[]): ReadEntry[] {
  return entries.sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0) || other.order - one.order)
}

/** A lower order comes first, and of equal ones the entry that was kept later. */
function inPromptOrder(entered: readonly { entry: ReadEntry; content: string }[]) {
  const shown = entered
    .filter(({ content }) => content !== '')
    .sort((one, other) => other.entry.order - one.entry.order)
    .reverse()
  const at = (position: ReadEntry['position']) =>
    shown.flatMap(({ entry, content }) => (entry.position === position ? [content] : []))
  return { before: at('before_char'), after: at('after_char') }
}

/** By depth: the newest messages, and what entered in earlier rounds. */
interface Texts {
  to: (depth: number | null) => ScannedText
  findMessage: (depth: number | null, has: (text: ScannedText) => boolean) => number | null
  add: (text: string) => void
}

/** Keeps keys, but for expressions written for it, from matching across messages; the same as SillyTavern's. */
const MESSAGE_START = '\u0001'

function createTexts(messages: readonly string[], usualDepth: number): Texts {
  const added: string[] = []
  const each = messages.map((message) => new ScannedText(MESSAGE_START + message.trim()))
  const joined = new Map<number, ScannedText>()
  const depthOf = (depth: number | null) => Math.min(depth ?? usualDepth, MAX_SCAN_DEPTH)
  return {
    to(wanted) {
      const depth = depthOf(wanted)
      const known = joined.get(depth)
      if (known) return known
      const parts = [...each.slice(0, depth).map(({ text }) => text), ...added]
      const text = new ScannedText(depth <= 0 ? '' : parts.join('\n'))
      joined.set(depth, text)
      return text
    },
    findMessage(wanted, has) {
      const index = each.slice(0, depthOf(wanted)).findIndex(has)
      return index === -1 ? null : index
    },
    add(text) {
      added.push(MESSAGE_START + text)
      joined.clear()
    },
  }
}

function reasonFor(
  entry: ReadEntry,
  texts: Texts,
  expand: (text: string) => string,
  means: LoreMeans,
): LoreReason | null {
  if (entry.constant) return { kind: 'constant' }
  const text = texts.to(entry.scanDepth)
  const has = (key: string, where = text) => {
    const expanded = expand(key)
    // As in SillyTavern, an empty key matches nothing, and one of spaces everything.
    if (expanded === '') return false
    const wanted = expanded.trim()
    const expression = expressionOf(wanted)
    return expression ? means.matches(expression, where.text, wanted) : hasPlainKey(where, wanted, entry)
  }
  const key = entry.keys.find((each) => has(each))
  if (key === undefined || !secondaryHolds(entry, has)) return null
  return { kind: 'key', key, message: texts.findMessage(entry.scanDepth, (message) => has(key, message)) }
}

function secondaryHolds({ secondaryKeys, logic }: ReadEntry, has: (key: string) => boolean): boolean {
  if (secondaryKeys.length === 0) return true
  switch (logic) {
    case LOGIC.any:
      return secondaryKeys.some((key) => has(key))
    case LOGIC.notAll:
      return !secondaryKeys.every((key) => has(key))
    case LOGIC.notAny:
      return !secondaryKeys.some((key) => has(key))
    case LOGIC.all:
      return secondaryKeys.every((key) => has(key))
    default:
      return logic satisfies never
  }
}
