import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { RealmDetail } from '../../../../shared/realms.ts'
import { Button } from '../../../ui/button.tsx'
import type { Standing } from './standing.ts'

/** What each of the dialogs of a realm's tools gets. */
export interface ToolDialogProps {
  realm: RealmDetail
  standing: Standing
  onClose: () => void
}

const dialogs: Record<'settings' | 'delete' | 'leave', ComponentType<ToolDialogProps>> = {
  settings: lazy(() => import('./settings-dialog.tsx')),
  delete: lazy(() => import('./delete-dialog.tsx')),
  leave: lazy(() => import('./leave-dialog.tsx')),
}

/** What participants and the creator can do with the realm as a whole. Each opens a dialog that loads then. */
export function RealmTools({ realm, standing }: Omit<ToolDialogProps, 'onClose'>) {
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
      {(standing.creator || standing.participant) && (
        <div className="mt-3 flex flex-wrap gap-x-5">
          {standing.creator && tool('settings', 'Settings')}
          {standing.participant && tool('leave', 'Leave realm')}
          {standing.creator && tool('delete', 'Delete realm', 'text-[#ffb3c0]')}
        </div>
      )}
      {Shown && (
        <Suspense fallback={null}>
          <Shown realm={realm} standing={standing} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
