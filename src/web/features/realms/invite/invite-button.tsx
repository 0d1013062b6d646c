import { Suspense, useState } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as texts from '../texts.ts'
import type { ChooseAgent } from './invite-dialog.tsx'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'))

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
        {texts.inviteAgent}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <InviteDialog realm={props.realm} chooseAgent={props.chooseAgent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
