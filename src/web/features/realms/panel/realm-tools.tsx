import { type ComponentType, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ToolDialogProps } from '../actions/membership.ts'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

const dialogs: Record<'settings' | 'delete' | 'leave', ComponentType<ToolDialogProps>> = {
  settings: lazyPart(() => import('../settings/settings-dialog.tsx')),
  delete: lazyPart(() => import('../settings/delete-dialog.tsx')),
  leave: lazyPart(() => import('../settings/leave-dialog.tsx')),
}

/** The code of each dialog loads on first use. */
export default function RealmTools(
  props: Omit<ToolDialogProps, 'onClose'> & {
    /** Nothing else can be done with a realm that was taken down than to delete it. */
    isDown: boolean
  },
) {
  const { realm, membership, isDown } = props
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const Shown = open && dialogs[open]
  const tool = (name: keyof typeof dialogs, label: string, look?: string) => (
    <Button
      tone="quiet"
      size="small"
      className={`-ml-3.5 max-md:min-h-11 ${look ?? ''}`}
      aria-haspopup="dialog"
      onClick={() => setOpen(name)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-x-5">
        {membership.creator && !isDown && tool('settings', realmTexts.settings)}
        {membership.participant && !isDown && tool('leave', texts.leave)}
        {membership.creator && tool('delete', texts.deleteRealm, 'text-[#ffb3c0]')}
      </div>
      {Shown && (
        <Suspense fallback={null}>
          <Shown realm={realm} membership={membership} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
