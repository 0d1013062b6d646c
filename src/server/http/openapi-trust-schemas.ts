import {
  publishedKeysSchema,
  receiptSchema,
  waitingReceiptSchema,
} from '../../shared/receipts/receipt-schemas.ts'

/** The names, in the description of the API, of what shows that a place can be trusted. */
export const trustSchemas = {
  Receipt: receiptSchema,
  WaitingReceipt: waitingReceiptSchema,
  ReceiptKeys: publishedKeysSchema,
}
