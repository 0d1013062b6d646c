import { expandMacros } from '../../../shared/agents/macros.ts'
import type { Lorebook } from '../../../shared/agents/persona.ts'
import { programUrl } from '../../base/files.ts'
import { type LoreScan, SCAN_DEPTH } from './choose-lore.ts'
import { looksLikeExpression } from './match-key.ts'
import { chooseWith } from './scan-means.ts'
import { type ScannedLore, ScanThread } from './scan-thread.ts'

/** In compared characters, some milliseconds: larger scans are made in the thread. */
const MOST_AT_ONCE = 4_000_000

const thread = new ScanThread(programUrl('domain/lorebook/scan-worker'))

/**
 * Searches expressions and large books in a thread with a time limit, so that no book holds up the server.
 * @param seed the same seed makes the same choice among entries with a probability
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

/** The most messages that any entry searches, if that is known without a look at all of them. */
function deepest({ scan_depth: depth = SCAN_DEPTH, entries }: Lorebook): number | undefined {
  return entries.some(({ extensions }) => typeof extensions?.scan_depth === 'number') ? undefined : depth
}
