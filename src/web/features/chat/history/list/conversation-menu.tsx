import { DropdownMenu } from 'radix-ui'
import { Suspense, useRef, useState } from 'react'
import type { ConversationSummary, ExportFormat } from '../../../../../shared/chat/conversations.ts'
import { ActionMenu, ActionMenuItem } from '../../../../ui/action-menu.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { whatItRemembers } from '../../memory/texts.ts'
import * as texts from '../../texts.tsx'
import { useDeleteConversation } from './use-delete-conversation.ts'

const ElsewhereDialog = lazyPart(() => import('../../../../blocks/elsewhere/elsewhere-dialog.tsx'))
const MemoryDialog = lazyPart(() => import('../../../../blocks/memory/memory-dialog.tsx'))
const ReportDialog = lazyPart(() => import('../../../../blocks/report/report-dialog.tsx'))
const RenameDialog = lazyPart(() => import('./rename-dialog.tsx'))

interface Props {
  conversation: Pick<ConversationSummary, 'id' | 'agentId' | 'title'>
  agent?: { id: string; name: string; handle: string | null }
  /** The shown conversation: deleting it navigates to its agent. */
  currentId?: string | undefined
  /** Whose memory of the person is offered; in the shown conversation. */
  remembers?: { id: string; name: string } | undefined
  /** Renames in place; without it a dialog opens. */
  onRename?: () => void
  /** Edits the agent; for the agent's owner, in the shown conversation. */
  onRefine?: (() => void) | undefined
  onShare?: (() => void) | undefined
  /** Called after the deletion, when this menu's button is unmounted. */
  onDeleted?: () => void
}

export default function ConversationMenu(props: Props) {
  const { conversation, onRename, onDeleted } = props
  const { mutate: remove } = useDeleteConversation(props.currentId)
  const [shown, setShown] = useState<ShownDialog>()
  const { taking, keepsFocus } = useTakenFocus()
  return (
    <>
      <ActionMenu
        label={texts.optionsOf(conversation.title)}
        keepsFocus={keepsFocus}
        className="relative z-10 size-11 text-muted md:size-9"
      >
        <ActionMenuItem onSelect={taking(onRename ?? (() => setShown('rename')))}>
          {texts.rename}
        </ActionMenuItem>
        {props.onRefine && (
          <ActionMenuItem onSelect={taking(props.onRefine)}>{texts.editAgent}</ActionMenuItem>
        )}
        {props.remembers && (
          <ActionMenuItem onSelect={taking(() => setShown('memory'))}>{whatItRemembers}</ActionMenuItem>
        )}
        {props.onShare && <ActionMenuItem onSelect={taking(props.onShare)}>{texts.share}</ActionMenuItem>}
        {props.agent && (
          <ActionMenuItem onSelect={taking(() => setShown('elsewhere'))}>{texts.useOtherApps}</ActionMenuItem>
        )}
        {props.remembers && !props.onRefine && (
          <ActionMenuItem onSelect={taking(() => setShown('report'))}>{texts.reportAgent}</ActionMenuItem>
        )}
        <ExportItem id={conversation.id} format="markdown" name={texts.exportMarkdown} />
        <ExportItem id={conversation.id} format="json" name={texts.exportJson} />
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <ActionMenuItem
          danger
          onSelect={taking(() => {
            remove(conversation)
            onDeleted?.()
          })}
        >
          {texts.deleteAction}
        </ActionMenuItem>
      </ActionMenu>
      {shown && (
        <Suspense fallback={null}>
          <MenuDialog {...props} shown={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type ShownDialog = 'rename' | 'elsewhere' | 'memory' | 'report'

function MenuDialog(props: Props & { shown: ShownDialog; onClose: () => void }) {
  const { agent, remembers, onClose } = props
  switch (props.shown) {
    case 'rename':
      return <RenameDialog conversation={props.conversation} onClose={onClose} />
    case 'elsewhere':
      return agent && <ElsewhereDialog agent={agent} onClose={onClose} />
    case 'memory':
      return remembers && <MemoryDialog agent={remembers} onClose={onClose} />
    case 'report':
      return (
        remembers && (
          <ReportDialog
            subject={{ kind: 'agent', subject: remembers.id }}
            title={remembers.name}
            onClose={onClose}
          />
        )
      )
  }
}

/** Some actions take the focus, which the menu otherwise restores to its button. */
function useTakenFocus() {
  const takesFocus = useRef(false)
  return {
    taking: (act: () => void) => () => {
      takesFocus.current = true
      act()
    },
    keepsFocus: () => {
      const keeps = takesFocus.current
      takesFocus.current = false
      return keeps
    },
  }
}

function ExportItem({ id, format, name }: { id: string; format: ExportFormat; name: string }) {
  return (
    <ActionMenuItem asChild>
      <a href={`/api/conversations/${id}/export?format=${format}`} download>
        {name}
      </a>
    </ActionMenuItem>
  )
}
