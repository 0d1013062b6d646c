import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { useBlocked } from './blocked.ts'
import { changeBlocked } from './change-blocked.ts'
import * as texts from './texts.ts'

/** Blocks a person or unblocks them, at their profile. */
export default function BlockButton({ wallet, name }: { wallet: string; name: string }) {
  const parts = { api: useApi(), client: useQueryClient() }
  const isBlocked = useBlocked().has(wallet)
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await changeBlocked(parts, { wallet, name, how: isBlocked ? null : { noCopies: false } })
    setBusy(false)
  }
  return (
    <Button
      size="small"
      tone="quiet"
      className="max-md:min-h-11"
      aria-disabled={busy}
      onClick={() => busy || void press()}
    >
      {isBlocked ? texts.unblock : texts.block}
    </Button>
  )
}
