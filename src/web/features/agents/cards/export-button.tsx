import { type ComponentProps, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as texts from './texts.ts'

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'))

export function ExportButton({
  agent,
  className = '',
  ...look
}: { agent?: { id: string; name: string } } & Pick<
  ComponentProps<typeof Button>,
  'tone' | 'size' | 'icon' | 'className'
>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...look}
        className={`max-md:min-h-11 ${look.icon ? 'max-md:w-11' : ''} ${className}`}
        aria-haspopup="dialog"
        aria-label={agent ? texts.exportNamed(agent.name) : texts.exportAllAgents}
        {...(look.icon && { title: texts.exportShort })}
        onClick={() => setOpen(true)}
      >
        <DownloadIcon width={look.icon ? 18 : 16} height={look.icon ? 18 : 16} />
        {!look.icon && <span>{agent ? texts.exportShort : texts.exportAll}</span>}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog agent={agent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
