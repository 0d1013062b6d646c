import type { ConversationView } from '../conversation/conversation.ts'
import { waitsForPerson } from '../conversation/waiting-replies.ts'
import * as texts from '../texts.tsx'

/** A note above the composer about the running reply, for states that the messages do not show. */
export function ComposerNote(props: {
  view: ConversationView
  agentName: string
  reconnecting: boolean
  onShow: (messageId: string) => void
  onAskNow: () => void
}) {
  const { turns, pending, isUnsent, waitsForSignIn } = props.view
  const elsewhere = pending && !turns.some(({ reply }) => reply?.id === pending.id)
  if (props.reconnecting)
    return (
      <p role="status" className="mb-2.5 animate-fade px-1 text-sm text-warning">
        {isUnsent ? texts.waitingConnectionYourMessageWill : texts.connectionLostReplyContinuesAppears}
      </p>
    )
  if (waitsForSignIn)
    return (
      <Note text={texts.waitingYourWalletSaveConversation} onPress={props.onAskNow}>
        {texts.askWithout}
      </Note>
    )
  if (!pending && waitsForPerson(turns))
    return (
      <p role="status" className="mb-2.5 animate-fade px-1 text-sm text-soft">
        {texts.waitsAbove(props.agentName)}
      </p>
    )
  if (!elsewhere) return null
  return (
    <Note text={texts.anotherVersionStillBeingAnswered} onPress={() => props.onShow(pending.id)}>
      {texts.showIt}
    </Note>
  )
}

export function Note(props: { text: string; role?: 'alert'; onPress?: () => void; children?: string }) {
  return (
    <p role={props.role ?? 'status'} className="mb-2.5 animate-fade px-1 text-sm text-soft">
      {`${props.text} `}
      {props.onPress && (
        <button
          type="button"
          className="-my-3 py-3 text-cyan underline underline-offset-3 hover:text-text"
          onClick={props.onPress}
        >
          {props.children}
        </button>
      )}
    </p>
  )
}
