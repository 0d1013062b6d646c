import type { ReplyState } from '../../../../shared/messages.ts'

/** How a conversation's newest reply is, where that is worth a word. */
export function ConversationMark({ state, isNew }: { state: ReplyState; isNew: boolean }) {
  if (state === 'running')
    return (
      <Mark className="text-magenta" dot="dot-live animate-pulse-soft [--hue:var(--color-magenta)]">
        Replying
      </Mark>
    )
  if (state === 'failed' || state === 'interrupted')
    return (
      <Mark className="text-warning" dot="[--hue:var(--color-warning)]">
        Not answered
      </Mark>
    )
  if (!isNew) return null
  return (
    <Mark className="text-cyan" dot="[--hue:var(--color-cyan)]">
      New
    </Mark>
  )
}

function Mark(props: { className: string; dot: string; children: string }) {
  return (
    <p className={`flex flex-none items-center gap-1.5 ${props.className}`}>
      <span aria-hidden="true" className={`dot ${props.dot}`} />
      {props.children}
    </p>
  )
}
