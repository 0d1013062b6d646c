import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { ReportProps } from './report-dialog.tsx'
import * as texts from './texts.ts'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'))

/** A quiet way to report what stands beside it. The code of the dialog loads on the first press. */
export default function ReportButton({
  className = '',
  ...of
}: Omit<ReportProps, 'onClose'> & { className?: string }) {
  const [open, setOpen] = useState(false)
  const isOneOfMany = of.subject.kind === 'rating'
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        // Many ratings stand below each other; everything else is alone of its kind on its screen.
        {...(isOneOfMany && { 'aria-label': texts.reportOf(of.title) })}
        onClick={() => setOpen(true)}
        className={`inline-flex min-h-8 items-center text-13 text-muted underline-offset-4 hover:text-text hover:underline max-md:min-h-11 ${className}`}
      >
        {isOneOfMany ? texts.report : texts.reportTitle(of.subject.kind)}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ReportDialog {...of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
