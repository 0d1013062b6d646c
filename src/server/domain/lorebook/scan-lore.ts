import { expandMacros } from '../../../shared/agents/macros.ts'
import type { Lorebook } from '../../../shared/agents/persona.ts'
import { programUrl } from '../../base/files.ts'
import { type LoreScan, SCAN_DEPTH } from './choose-lore.ts'
import { looksLikeExpression } from './match-key.ts'
import { chooseWith } from './scan-means.ts'
import { type ScannedLore, ScanThread } from './scan-thread.ts'

/** The cost of a scan that is made at once instead of in the thread, in compared characters: some milliseconds. */
const MOST_AT_ONCE = 4_000_000

const thread = new ScanThread(programUrl('domain/lorebook/scan-worker'))

/**
 * Chooses the entries of a lorebook for one prompt. Small books of plain keys are searched at once; expressions and
 * large books in a thread with a time limit, so that no book holds up the server.
 * @param seed decides about entries with a probability: the same seed makes the same choice
 * @returns null if the scan, or what it waited for, took too long even without slow expressions
 */
export async function scanLore(scan: LoreScan, seed: string): Promise<ScannedLore | null> {
  if (isQuick(scan)) return { ...chooseWith(scan, seed), slow: [] }
  return thread.scan(scan, seed)
}

function isQuick({ lorebook, messages, names }: LoreScan): boolean {
  const { entries, recursive_scanning: recursive = false } = lorebook
  let keys = 0
  let contents = 0
  for (const { content, keys: own, secondary_keys: more = [] } of entries) {
    // A name can make an expression of a key.
    for (const key of [...own, ...more]) if (looksLikeExpression(expandMacros(key, names))) return false
    keys += own.length + more.length
    contents += content.length
  }
  let searched = recursive ? contents : 0
  for (const message of messages.slice(0, deepest(lorebook))) searched += message.length
  const rounds = recursive ? entries.length : 1
  return keys * searched * rounds + contents * entries.length <= MOST_AT_ONCE
}

/** The most messages that any entry of the book searches, if that is known without a look at all of them. */
function deepest({ scan_depth: depth = SCAN_DEPTH, entries }: Lorebook): number | undefined {
  return entries.some(({ extensions }) => typeof extensions?.scan_depth === 'number') ? undefined : depth
}
