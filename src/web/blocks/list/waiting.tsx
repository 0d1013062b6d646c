import type { ReactNode } from 'react'
import { explainError } from '../../lib/http/explain-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import * as texts from '../texts.ts'

/** What stands in a place that is loading. @param props.words for those who do not see the shapes @param props.look of the place */
export function Waiting(props: { words: ReactNode; look: string; children?: ReactNode }) {
  return (
    <div aria-busy="true" className={props.look}>
      <p role="status" className="sr-only">
        {props.words}
      </p>
      {props.children}
    </div>
  )
}

/** What stands in a part of a page that could not be loaded. */
export function NotLoaded(props: { title: string; error: unknown; retry: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="bad" title={props.title}>
        {explainError(props.error)}
      </Notice>
      <Button size="small" className="max-md:min-h-11" onClick={props.retry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
