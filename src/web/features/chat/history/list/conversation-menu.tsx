import { DropdownMenu } from 'radix-ui'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ConversationSummary, ExportFormat } from '../../../../../shared/chat/conversations.ts'
import { ActionMenu, ActionMenuItem } from '../../../../ui/action-menu.tsx'
import { whatItRemembers } from '../../memory/texts.ts'
import * as texts from '../../texts.tsx'
import { useDeleteConversation } from './use-delete-conversation.ts'

const ElsewhereDialog = lazy(() => import('../../../../blocks/elsewhere/elsewhere-dialog.tsx'))
const MemoryDialog = lazy(() => import('../../../../blocks/memory/memory-dialog.tsx'))
const ReportDialog = lazy(() => import('../../../../blocks/report/report-dialog.tsx'))
const RenameDialog = lazy(() => import('./rename-dialog.tsx'))

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
  const [renaming, setRenaming] = useState(false)
  const [elsewhere, setElsewhere] = useState(false)
  const [remembering, setRemembering] = useState(false)
  const [reporting, setReporting] = useState(false)
  const { taking, keepsFocus } = useTakenFocus()
  return (
    <>
      <ActionMenu
        label={texts.optionsOf(conversation.title)}
        keepsFocus={keepsFocus}
        className="relative z-10 size-11 text-muted md:size-9"
      >
        <ActionMenuItem onSelect={taking(onRename ?? (() => setRenaming(true)))}>
          {texts.rename}
        </ActionMenuItem>
        {props.onRefine && (
          <ActionMenuItem onSelect={taking(props.onRefine)}>{texts.editAgent}</ActionMenuItem>
        )}
        {props.remembers && (
          <ActionMenuItem onSelect={taking(() => setRemembering(true))}>{whatItRemembers}</ActionMenuItem>
        )}
        {props.onShare && <ActionMenuItem onSelect={taking(props.onShare)}>{texts.share}</ActionMenuItem>}
        {props.agent && (
          <ActionMenuItem onSelect={taking(() => setElsewhere(true))}>{texts.useOtherApps}</ActionMenuItem>
        )}
        {props.remembers && !props.onRefine && (
          <ActionMenuItem onSelect={taking(() => setReporting(true))}>{texts.reportAgent}</ActionMenuItem>
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
      {elsewhere && props.agent && (
        <Suspense fallback={null}>
          <ElsewhereDialog agent={props.agent} onClose={() => setElsewhere(false)} />
        </Suspense>
      )}
      {remembering && props.remembers && (
        <Suspense fallback={null}>
          <MemoryDialog agent={props.remembers} onClose={() => setRemembering(false)} />
        </Suspense>
      )}
      {reporting && props.remembers && (
        <Suspense fallback={null}>
          <ReportDialog
            subject={{ kind: 'agent', subject: props.remembers.id }}
            title={props.remembers.name}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
      {renaming && (
        <Suspense fallback={null}>
          <RenameDialog conversation={conversation} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </>
  )
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
