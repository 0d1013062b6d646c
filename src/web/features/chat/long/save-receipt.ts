import { readCheckpoint } from '../../../../shared/receipts/checkpoint.ts'
import { readProof } from '../../../../shared/receipts/proof.ts'
import type { ReceiptFile } from '../../../../shared/receipts/receipt-file.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import * as texts from './texts.ts'

/** How large the record was when this browser last saved a receipt; each one shows that it only grew since. */
const SEEN = 'bionic-receipts'

/** A reply is noted within a second; a busy place may take some. */
const TRIES = 10
const PAUSE_MS = 1_000

/** Gets the receipt of a reply, once it is there, and has the browser save it as a file. */
export async function saveReceipt(
  api: Api,
  { conversationId, replyId }: { conversationId: string; replyId: string },
): Promise<void> {
  const since = seenSize()
  const param = { id: conversationId, replyId }
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await unwrap(
      api.conversations[':id'].replies[':replyId'].receipt.$get({
        param,
        query: since === null ? {} : { since },
      }),
    )
    if (!('state' in answer)) return save(answer, replyId)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(texts.receiptLater)
}

function save(receipt: Pick<ReceiptFile, 'proof'>, replyId: string): void {
  const blob = new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `receipt-${replyId.slice(0, 8)}.json`
  link.click()
  // Some browsers begin to read it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  const size = readCheckpoint(readProof(receipt.proof)?.checkpoint ?? '')?.size
  if (size !== undefined) keepSize(size)
}

function seenSize(): number | null {
  try {
    const size = Number(localStorage.getItem(SEEN))
    return Number.isSafeInteger(size) && size > 0 ? size : null
  } catch {
    return null
  }
}

/** A browser that stores nothing gets receipts without a history. */
function keepSize(size: number): void {
  try {
    localStorage.setItem(SEEN, String(size))
  } catch {}
}
