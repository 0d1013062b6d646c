import { PlaceKey } from '../domain/receipts/place-key.ts'
import { ReceiptLog } from '../domain/receipts/receipt-log.ts'
import { Receipts } from '../domain/receipts/receipts.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createModelParts } from './models.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(
  base: Infrastructure & ReturnType<typeof createModelParts> & ReturnType<typeof createPictures>,
) {
  const key = new PlaceKey({ ...base, publicUrl: base.env.PUBLIC_URL })
  return { receipts: new Receipts(base), receiptLog: new ReceiptLog({ ...base, key }) }
}
