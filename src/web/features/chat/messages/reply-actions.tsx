import { Suspense } from 'react'
import type { Reply } from '../../../../shared/chat/messages.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { AskAgainIcon, DocumentIcon, Icon } from '../../../ui/icons.tsx'
import type { Turn } from '../conversation/conversation.ts'
import { MessageTools } from '../long/load-long.ts'
import * as texts from '../texts.tsx'
import { quiet, type TurnActions } from './turn-actions.ts'

/** What can be done with a reply that has ended. */
export default function ReplyActions({
  turn,
  reply,
  actions,
}: {
  turn: Turn
  reply: Reply
  actions: TurnActions
}) {
  return (
    // On a phone they are narrower than other buttons and go on beside the reply, so that all of them are in one row.
    <span
      className={`-ml-2 flex flex-none items-center self-center max-md:-ml-2.5 max-md:[&_button]:min-w-9 md:flex-wrap ${quiet}`}
    >
      <CopyButton text={reply.content} label={texts.copyReply} />
      <span className="contents group-data-busy/list:hidden">
        {actions.askAgain && actions.select && (
          <IconButton label={texts.askAgain} onClick={() => actions.askAgain?.(turn.question.id)}>
            <AskAgainIcon width={15} height={15} />
          </IconButton>
        )}
        {actions.againWith && (
          <IconButton
            label={texts.againWith}
            aria-haspopup="dialog"
            onClick={() => actions.againWith?.(turn.question.id)}
          >
            <AnotherModelIcon />
          </IconButton>
        )}
        {actions.compare && <CompareButton turn={turn} compare={actions.compare} />}
        {actions.showLore && (
          <IconButton label={texts.lorebookEntriesUsed} onClick={() => actions.showLore?.(reply.id)}>
            <DocumentIcon width={15} height={15} />
          </IconButton>
        )}
        {actions.fork && (
          <IconButton label={texts.forkFromHere} onClick={() => actions.fork?.(reply.id)}>
            <ForkIcon />
          </IconButton>
        )}
      </span>
      {(actions.remember || actions.erase) && (
        <Suspense fallback={<span className="min-h-8 w-16 max-md:min-h-11" />}>
          <MessageTools message={reply} actions={actions} />
        </Suspense>
      )}
    </span>
  )
}

/** With the version before the shown one, or the next one for the first. */
function CompareButton({ turn, compare }: { turn: Turn; compare: NonNullable<TurnActions['compare']> }) {
  const { index, ids } = turn.replies
  const otherId = ids[index === 0 ? 1 : index - 1]
  if (otherId === undefined) return null
  return (
    <IconButton
      label={texts.compare}
      className="max-lg:hidden"
      onClick={() => compare(turn.question.id, otherId)}
    >
      <SideBySideIcon />
    </IconButton>
  )
}

const AnotherModelIcon = () => (
  <Icon width={15} height={15}>
    <path d="M7 7h10v10H7zM10 7V4M14 7V4M10 20v-3M14 20v-3M7 10H4M7 14H4M20 10h-3M20 14h-3" />
  </Icon>
)

const SideBySideIcon = () => (
  <Icon width={15} height={15}>
    <path d="M4.5 5.5h6v13h-6zM13.5 5.5h6v13h-6z" />
  </Icon>
)

const ForkIcon = () => (
  <Icon width={15} height={15}>
    <path d="M7 20v-5.5c0-2 1-3 3-3h4c2 0 3-1 3-3V4M7 11V4M4.5 6.5L7 4l2.5 2.5M14.5 6.5L17 4l2.5 2.5" />
  </Icon>
)
