import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import ShareDialog from '../../../blocks/share/share-dialog.tsx'
import { ShareLink } from '../../../blocks/share/share-link.tsx'
import type { Shared } from '../../../blocks/share/shared.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { copyPath, ownCopiesQuery, useShareCopy } from './copies.ts'
import { CopyItem, TakeBackButton } from './copy-item.tsx'
import * as texts from './texts.ts'

export interface ShownPath {
  conversationId: string
  /** Null while the last message is being written, or waits. */
  leaf: string | null
}

/** Shares the agent and a copy of the conversation. */
export default function ShareChat(props: {
  agent: Shared
  viewer: string | null
  shown: ShownPath | null
  onClose: () => void
}) {
  const { agent, viewer, shown } = props
  return (
    <ShareDialog shared={agent} onClose={props.onClose}>
      {viewer !== null && shown && <ConversationCopies viewer={viewer} {...shown} />}
    </ShareDialog>
  )
}

function ConversationCopies({ viewer, conversationId, leaf }: ShownPath & { viewer: string }) {
  const copies = useQuery(ownCopiesQuery(useApi(), viewer, conversationId))
  const share = useShareCopy(conversationId)
  const section = useRef<HTMLElement>(null)
  const list = copies.data ?? []
  const ofShown = list.find(({ messageId }) => messageId === leaf)
  const others = list.filter((copy) => copy !== ofShown)
  // The withdraw button is unmounted with its copy, so the focus moves to the section.
  const toSection = () => section.current?.focus({ preventScroll: true })
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={texts.thisConversation}
      className="grid gap-3 outline-none"
    >
      <h3 className="font-semibold">{texts.thisConversation}</h3>
      <p className="text-sm text-soft">{texts.sharesReadOnlyCopyMessages}</p>
      {share.isError && (
        <Notice tone="bad" title={texts.conversationCouldNotShared}>
          {explainError(share.error)}
        </Notice>
      )}
      {ofShown ? (
        <ShareLink name={ofShown.title} path={copyPath(ofShown)} qr="folded" isMade={!share.isIdle}>
          <TakeBackButton copy={ofShown} onGone={toSection} />
        </ShareLink>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            tone="primary"
            aria-disabled={share.isPending || leaf === null || copies.isPending}
            onClick={() => leaf === null || share.isPending || copies.isPending || share.mutate(leaf)}
          >
            {share.isPending ? texts.sharing : texts.shareCopy}
          </Button>
          {leaf === null && <p className="text-sm text-muted">{texts.replyStillBeingWritten}</p>}
        </div>
      )}
      {others.length > 0 && (
        <>
          <h4 className="label mt-2">{texts.sharedBefore}</h4>
          <ul aria-label={texts.copiesYouSharedBefore} className="grid gap-2.5">
            {others.map((copy) => (
              <CopyItem key={copy.id} copy={copy} onGone={toSection} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
