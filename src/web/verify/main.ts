import { readOldCheckpoint } from '../../shared/receipts/check-history.ts'
import { checkReceipt } from '../../shared/receipts/check-receipt.ts'
import { readLeaf } from '../../shared/receipts/leaf.ts'
import { readVerifierKey } from '../../shared/receipts/note.ts'
import { readReceiptFile } from '../../shared/receipts/receipt-file.ts'
import { verdictOf, whatItProves } from '../../shared/receipts/what-it-proves.ts'
import { verifyInBrowser } from './ed25519.ts'
import { clear, showFault, showResult } from './show.ts'
import * as texts from './texts.ts'

/** The page that checks a receipt, by itself: it asks nobody for anything, and works from a file. */

/** A reply of a megabyte, with its results of tools, is less. */
const MOST_BYTES = 16 * 1024 * 1024

const input = (id: string) => document.getElementById(id) as HTMLInputElement
const [receipt, key, old] = [input('receipt'), input('key'), input('old')]

async function textOf({ files }: HTMLInputElement): Promise<string | null> {
  const file = files?.[0]
  if (!file) return null
  if (file.size > MOST_BYTES) throw new Error(texts.tooLarge)
  return file.text()
}

async function check(): Promise<void> {
  clear()
  const text = await textOf(receipt)
  if (text === null) return
  const file = readReceiptFile(text)
  if (!file) return showFault('receipt-fault', texts.noReceipt)
  const given = key.value.trim() === '' ? undefined : readVerifierKey(key.value)
  if (given === null) return showFault('key-fault', texts.noKey)
  const oldText = await textOf(old)
  const kept = oldText === null ? undefined : readOldCheckpoint(oldText)
  if (kept === null) return showFault('old-fault', texts.noCheckpoint)
  const checks = await checkReceipt(file, { key: given, old: kept, verify: verifyInBrowser })
  const leaf = readLeaf(file.leaf)
  showResult({ file, checks, verdict: verdictOf(checks), ...whatItProves(checks, leaf) })
}

function begin(): void {
  check().catch((error: unknown) =>
    showFault('receipt-fault', error instanceof Error ? error.message : texts.noReceipt),
  )
}

for (const field of [receipt, key, old]) field.addEventListener('change', begin)
const drop = document.getElementById('drop')
drop?.addEventListener('dragover', (event) => event.preventDefault())
drop?.addEventListener('drop', (event) => {
  event.preventDefault()
  if (!event.dataTransfer?.files.length) return
  receipt.files = event.dataTransfer.files
  begin()
})
