import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))

/** Shows the agents that the reader can see, for one to be chosen. The page brings it, because agents are another feature's. */
export type ChooseAgent = (choice: {
  /** Those that are in the realm already. */
  taken: readonly string[]
  /** The one that is on its way. */
  pendingId: string | undefined
  onChoose: (agent: { id: string; name: string }) => void
}) => ReactNode

export function InviteButton(props: { realm: RealmDetail; chooseAgent: ChooseAgent }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        className="w-full max-md:min-h-11"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <PlusIcon width={16} height={16} />
        Invite an agent
      </Button>
      {open && (
        <Suspense fallback={null}>
          <InviteDialog realm={props.realm} chooseAgent={props.chooseAgent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
