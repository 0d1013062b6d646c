import type { ConversationView } from '../conversation/conversation.ts'

/** A note above the composer about the running reply, for states that the messages do not show. */
export function ComposerNote(props: {
  view: ConversationView
  reconnecting: boolean
  onShow: (messageId: string) => void
  onAskNow: () => void
}) {
  const { turns, pending, isUnsent, waitsForSignIn } = props.view
  const elsewhere = pending && !turns.some(({ reply }) => reply?.id === pending.id)
  if (props.reconnecting)
    return (
      <p role="status" className="mb-2.5 animate-fade px-1 text-sm text-warning">
        {isUnsent
          ? 'Waiting for the connection · your message goes by itself'
          : 'Connection lost. The reply goes on and will be caught up.'}
      </p>
    )
  if (waitsForSignIn)
    return (
      <Note text="Waiting for your wallet, so that this conversation is kept." onPress={props.onAskNow}>
        Ask without it
      </Note>
    )
  if (!elsewhere) return null
  return (
    <Note text="A reply is on its way in another version." onPress={() => props.onShow(pending.id)}>
      Show it
    </Note>
  )
}

function Note(props: { text: string; onPress: () => void; children: string }) {
  return (
    <p role="status" className="mb-2.5 animate-fade px-1 text-sm text-soft">
      {`${props.text} `}
      <button
        type="button"
        className="-my-3 py-3 text-cyan underline underline-offset-3 hover:text-text"
        onClick={props.onPress}
      >
        {props.children}
      </button>
    </p>
  )
}
