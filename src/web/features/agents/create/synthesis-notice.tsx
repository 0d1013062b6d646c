import { Notice } from '../../../ui/notice.tsx'
import { DeclinedNotice } from '../declined-notice.tsx'
import type { Creation } from '../use-agent-creation.ts'

/** Sections 4 and 8: what the page says while an agent is made, and how it ended. */
export function SynthesisNotice({ creation }: { creation: Creation }) {
  switch (creation.state) {
    case 'idle':
      return null
    case 'submitting':
      return <Notice tone="info" title="Initializing neural pattern..." />
    case 'succeeded':
      return <Notice tone="good" title="Neural pattern initialized successfully!" />
    case 'declined':
      return <DeclinedNotice />
    case 'failed':
      return (
        <Notice tone="bad" title="Neural pattern initialization failed. Please try again.">
          {creation.detail}
        </Notice>
      )
  }
}
