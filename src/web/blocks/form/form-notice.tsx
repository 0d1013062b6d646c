import { declinedSignIn } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Notice } from '../../ui/form/notice.tsx'
import type { Submission } from './submission.ts'

/** Errors of single fields are also shown at the field. */
export function FormNotice(props: {
  submission: Submission
  sending?: string
  sent?: string
  failed: string
  after?: string
  /** Without it: that the person did not sign in. */
  declined?: { title: string; text: string }
}) {
  const { submission, sending, sent, after, declined } = props
  switch (submission.state) {
    case 'idle':
      return null
    case 'sending':
      return sending && <Notice tone="info" title={sending} />
    case 'sent':
      return sent && <Notice tone="good" title={sent} />
    case 'declined':
      return (
        <Notice tone="info" title={declined?.title ?? props.failed}>
          {declined?.text ?? declinedSignIn}
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="bad" title={props.failed}>
          {[explainError(submission.error), after].filter(Boolean).join(' ')}
        </Notice>
      )
  }
}
