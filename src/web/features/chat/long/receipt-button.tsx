import { useState } from 'react'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Icon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from './texts.ts'

/** Saves what proves that the place noted a reply. */
export default function ReceiptButton(place: { conversationId: string; replyId: string }) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { saveReceipt } = await import('./save-receipt.ts')
      await saveReceipt(api, place)
      toast.success(texts.receiptSaved, {
        description: texts.receiptAbout,
        action: {
          label: texts.checkReceipt,
          onClick: () => window.open('/verify.html', '_blank', 'noopener'),
        },
      })
    } catch (error) {
      toast.error(explainError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton label={texts.receipt} aria-disabled={isBusy} onClick={() => isBusy || void save()}>
      <Icon width={15} height={15}>
        <path d="M12 3.5l6.5 2.5v5.5c0 4.2-2.7 7.2-6.5 9-3.8-1.8-6.5-4.8-6.5-9V6zM9 12l2.2 2.2L15.2 10" />
      </Icon>
    </IconButton>
  )
}
