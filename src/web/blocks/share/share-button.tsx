import { type ComponentProps, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ShareIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import * as texts from '../texts.ts'
import type { Shared } from './shared.ts'

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'))

/** The code of the dialog loads on the first click. */
export function ShareButton({
  shared,
  folds = false,
  className = '',
  ...look
}: {
  shared: Shared
  folds?: boolean
} & Pick<ComponentProps<typeof Button>, 'tone' | 'size' | 'icon' | 'className'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...look}
        className={`max-md:min-h-11 ${look.icon ? 'max-md:w-11' : ''} ${folds ? 'max-md:w-11 max-md:p-0' : ''} ${className}`}
        aria-haspopup="dialog"
        aria-label={texts.shareOf(shared.name)}
        {...(look.icon && { title: texts.share })}
        onClick={() => setOpen(true)}
      >
        <ShareIcon width={17} height={17} />
        {!look.icon && <span className={folds ? 'max-md:hidden' : ''}>{texts.share}</span>}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ShareDialog shared={shared} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
