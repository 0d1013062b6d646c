import { Notice } from '../../../ui/notice.tsx'
import type { Synthesis } from './use-create-agent.ts'

/** Sections 4 and 8: what the page says while an agent is made, and how it ended. */
export function SynthesisNotice({ synthesis }: { synthesis: Synthesis }) {
  switch (synthesis.state) {
    case 'idle':
      return null
    case 'submitting':
      return <Notice tone="info" title="Initializing neural pattern..." />
    case 'succeeded':
      return <Notice tone="good" title="Neural pattern initialized successfully!" />
    case 'declined':
      return (
        <Notice tone="info" title="The wallet did not sign, so nothing was sent.">
          Your signature proves that the agent is yours. It costs nothing. All that you typed is still here.
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="bad" title="Neural pattern initialization failed. Please try again.">
          {synthesis.detail}
        </Notice>
      )
  }
}
