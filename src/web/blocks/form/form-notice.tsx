import type { ReactNode } from 'react'
import { explainError } from '../../lib/http/explain-error.ts'
import { Notice } from '../../ui/form/notice.tsx'
import type { Submission } from './submission.ts'

/** At the foot of a form: why it was not taken. What belongs to a field is said there, too. */
export function FormNotice(props: {
  submission: Submission
  /** What is said where it failed; the reason follows. */
  failed: string
  /** What else is said then. */
  after?: string
  declined?: { title: string; text: ReactNode }
}) {
  const { submission, after, declined } = props
  if (submission.state === 'failed')
    return (
      <Notice tone="bad" title={props.failed}>
        {[explainError(submission.error), after].filter(Boolean).join(' ')}
      </Notice>
    )
  if (submission.state === 'declined' && declined)
    return (
      <Notice tone="info" title={declined.title}>
        {declined.text}
      </Notice>
    )
  return null
}
