import { explainError } from '../../lib/http/explain-error.ts'
import { Notice } from '../../ui/form/notice.tsx'
import type { Submission } from './submission.ts'

/** At the foot of a form: how its sending goes, and why it was not taken. What belongs to a field is said there, too. */
export function FormNotice(props: {
  submission: Submission
  sending?: string
  sent?: string
  /** What is said where it failed; the reason follows. */
  failed: string
  /** What else is said then. */
  after?: string
  /** What is said where the wallet did not sign. */
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
        declined && (
          <Notice tone="info" title={declined.title}>
            {declined.text}
          </Notice>
        )
      )
    case 'failed':
      return (
        <Notice tone="bad" title={props.failed}>
          {[explainError(submission.error), after].filter(Boolean).join(' ')}
        </Notice>
      )
  }
}
