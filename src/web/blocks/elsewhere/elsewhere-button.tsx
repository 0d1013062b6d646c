import { type ComponentProps, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import * as texts from '../texts.ts'

const ElsewhereDialog = lazyPart(() => import('./elsewhere-dialog.tsx'))

/** The code of the dialog loads on the first click. */
export function ElsewhereButton({
  agent,
  className = '',
  ...look
}: {
  agent: { id: string; name: string; handle: string | null }
} & Pick<ComponentProps<typeof Button>, 'tone' | 'size' | 'className'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...look}
        icon
        className={className || 'max-md:size-11'}
        aria-haspopup="dialog"
        aria-label={texts.useElsewhere(agent.name)}
        title={texts.useItElsewhere}
        onClick={() => setOpen(true)}
      >
        <CodeIcon />
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ElsewhereDialog agent={agent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Use from other programs. */
const CodeIcon = () => (
  <Icon width={18} height={18}>
    <path d="M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5M13.6 5l-3.2 14" />
  </Icon>
)
