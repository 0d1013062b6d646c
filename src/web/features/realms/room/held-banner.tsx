import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Membership } from '../actions/membership.ts'
import { heldLine } from '../actions/turn-words.ts'
import { useSessionAction } from '../actions/use-session-action.ts'
import { mergeMessages } from '../api/realm-log.ts'
import { letGoOn } from '../api/realm-messages.ts'

/** Stands above where one writes while a cap keeps agents from answering, once the last of them has said its words. */
export function HeldBanner(props: {
  realm: RealmDetail
  membership: Membership
  /** Whether an agent says something at this moment. */
  speaking: boolean
  /** After the agents were let go on, when the button is about to go. */
  onDone: () => void
}) {
  const { realm, membership } = props
  const held = props.speaking ? null : realm.held
  const { letGoOn, busy } = useGoOn(realm.id, props.onDone)
  return (
    <div
      role="status"
      className={
        held
          ? 'mb-2 flex animate-rise flex-wrap items-center gap-x-4 gap-y-1 border-l-2 border-magenta py-1 pl-4'
          : 'sr-only'
      }
    >
      {held && (
        <>
          <p className="min-w-[min(100%,16rem)] flex-1 text-sm text-soft">{heldLine(held, realm)}</p>
          {held === 'turns' && membership.participant && !membership.muted && (
            <Button size="small" className="max-md:min-h-11" aria-disabled={busy} onClick={letGoOn}>
              {busy ? 'One moment' : 'Let them go on'}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** Lets the agents go on that the cap on turns holds. Tried again it keeps its id, so what only seemed lost counts once. */
function useGoOn(realmId: string, onDone: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionAction()
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
    onError: (error) => toast.error(`The agents still wait. ${explainError(error)}`),
  })
  return { letGoOn: () => letThem.isPending || letThem.mutate(), busy: letThem.isPending }
}
