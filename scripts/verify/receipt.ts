import { verify as verifySignature } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readOldCheckpoint } from '../../src/shared/receipts/check-history.ts'
import { checkReceipt } from '../../src/shared/receipts/check-receipt.ts'
import type { VerifySignature } from '../../src/shared/receipts/checks.ts'
import { readLeaf } from '../../src/shared/receipts/leaf.ts'
import { readVerifierKey } from '../../src/shared/receipts/note.ts'
import { readReceiptFile } from '../../src/shared/receipts/receipt-file.ts'
import { verdictOf, whatItProves } from '../../src/shared/receipts/what-it-proves.ts'
import * as texts from '../../src/web/verify/texts.ts'

/**
 * `npm run verify -- receipt FILE [--key KEY] [--checkpoint FILE]`: checks by itself, without a network, what a place
 * gave somebody. It ends with 0 if all holds, 1 if something does not, and 3 if not all could be checked.
 */

const exits = { holds: 0, fails: 1, unknown: 3 } as const

/** What is asked for can't be checked, such as a file that is not there. */
export class UsageError extends Error {}

/** @returns how the program ends @throws {UsageError} */
export async function verifyReceipt(words: string[]): Promise<number> {
  const options = { key: { type: 'string' }, checkpoint: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [path] = positionals
  if (path === undefined) throw new UsageError('Name the file of the receipt.')
  const file = readReceiptFile(await readFile(path, 'utf8'))
  if (!file) throw new UsageError(texts.noReceipt)
  const key = values.key === undefined ? undefined : readVerifierKey(values.key)
  if (key === null) throw new UsageError(texts.noKey)
  const kept = values.checkpoint === undefined ? undefined : await readFile(values.checkpoint, 'utf8')
  const old = kept === undefined ? undefined : readOldCheckpoint(kept)
  if (old === null) throw new UsageError(texts.noCheckpoint)
  const checks = await checkReceipt(file, { key, old, verify: verifyHere })
  const { proves, not } = whatItProves(checks, readLeaf(file.leaf))
  const verdict = verdictOf(checks)
  for (const { name, outcome, says } of checks)
    say(
      `${texts.outcomes[outcome].padEnd(9)} ${texts.checks[name]}`,
      ...says.map((line) => `          ${line}`),
    )
  say('', texts.verdicts[verdict])
  say('', `${texts.proves}:`, ...(proves.length > 0 ? proves : [texts.provesNothing]).map(inList))
  say('', `${texts.doesNot}:`, ...not.map(inList))
  return exits[verdict]
}

const inList = (line: string) => `- ${line}`

/** What a file says goes to a terminal without what would control it. */
function say(...lines: readonly string[]): void {
  for (const line of lines) console.log(line.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd'))
}

/** What stands before the bytes of a public key of Ed25519 in its usual form. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const verifyHere: VerifySignature = async (publicKey, message, signature) => {
  const key = { key: Buffer.concat([PREFIX, publicKey]), format: 'der', type: 'spki' } as const
  return verifySignature(null, message, key, signature)
}
