import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { mergeMessages } from '../api/realm-log.ts'
import { letGoOn } from '../api/realm-messages.ts'
import * as texts from './texts.ts'

/**
 * A cap on turns holds the agents. A retry keeps its id, so a request whose answer was lost counts once.
 * @param props.onDone called when the button is about to disappear
 */
export default function GoOnButton({ realmId, onDone }: { realmId: string; onDone: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const id = useRef<string>(undefined)
  const letThem = useMutation({
    mutationFn: () => {
      id.current ??= newId()
      const lineId = id.current
      return withSession(() => letGoOn(api, realmId, lineId))
    },
    onSuccess: (line) => {
      if (line === null) return
      id.current = undefined
      mergeMessages(client, api, realmId, [line])
      onDone()
    },
    onError: (error) => toast.error(texts.stillWaiting(explainError(error))),
  })
  const busy = letThem.isPending
  return (
    <Button
      size="small"
      className="max-md:min-h-11"
      aria-disabled={busy}
      onClick={() => busy || letThem.mutate()}
    >
      {busy ? texts.oneMoment : texts.letThemContinue}
    </Button>
  )
}
