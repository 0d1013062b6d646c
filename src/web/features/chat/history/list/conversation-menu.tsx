import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import type { ConversationSummary, ExportFormat } from '../../../../../shared/chat/conversations.ts'
import * as texts from '../../texts.tsx'
import { useDeleteConversation } from './use-delete-conversation.ts'

const ElsewhereDialog = lazy(() => import('../../../../blocks/elsewhere/elsewhere-dialog.tsx'))
const RenameDialog = lazy(() => import('./rename-dialog.tsx'))

/** The menu of actions on a conversation. */
export default function ConversationMenu(props: {
  conversation: Pick<ConversationSummary, 'id' | 'agentId' | 'title'>
  /** The agent of the shown conversation, to be used from other programs. */
  agent?: { id: string; name: string; handle: string | null }
  /** The shown conversation: deleting it navigates to its agent. */
  currentId?: string | undefined
  /** Renames in place; without it a dialog opens. */
  onRename?: () => void
  /** Edits the agent; for the agent's owner, in the shown conversation. */
  onRefine?: (() => void) | undefined
  /** Shares the shown conversation. */
  onShare?: (() => void) | undefined
  /** Called after the deletion, when this menu's button is unmounted. */
  onDeleted?: () => void
}) {
  const { conversation, onRename, onDeleted } = props
  const { mutate: remove } = useDeleteConversation(props.currentId)
  const [renaming, setRenaming] = useState(false)
  const [elsewhere, setElsewhere] = useState(false)
  /** Whether the chosen action takes the focus, which the menu otherwise restores to its button. */
  const takesFocus = useRef(false)
  const trigger = useRef<HTMLButtonElement>(null)
  /**
   * Where the menu is rendered: in the landmark of its button, or, within a dialog, at the end of the body above
   * everything.
   */
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const noteOpening = (open: boolean) => {
    if (!open) return
    takesFocus.current = false
    setLandmark(trigger.current?.closest('main') ?? null)
  }
  return (
    <>
      <DropdownMenu.Root modal={false} onOpenChange={noteOpening}>
        <DropdownMenu.Trigger
          ref={trigger}
          aria-label={texts.optionsOf(conversation.title)}
          className="relative z-10 grid size-11 flex-none place-items-center text-muted transition-colors hover:text-text data-[state=open]:text-text md:size-9"
        >
          <MoreIcon />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={landmark}>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            collisionPadding={12}
            className="panel hairline cut z-50 grid min-w-[208px] animate-fade bg-raised py-1.5 [--cut:10px]"
            onCloseAutoFocus={(event) => takesFocus.current && event.preventDefault()}
          >
            <Item
              onSelect={() => {
                takesFocus.current = true
                if (onRename) onRename()
                else setRenaming(true)
              }}
            >
              {texts.rename}
            </Item>
            {props.onRefine && (
              <Item
                onSelect={() => {
                  takesFocus.current = true
                  props.onRefine?.()
                }}
              >
                {texts.editAgent}
              </Item>
            )}
            {props.onShare && (
              <Item
                onSelect={() => {
                  takesFocus.current = true
                  props.onShare?.()
                }}
              >
                {texts.share}
              </Item>
            )}
            {props.agent && (
              <Item
                onSelect={() => {
                  takesFocus.current = true
                  setElsewhere(true)
                }}
              >
                {texts.useOtherApps}
              </Item>
            )}
            <Item asChild>
              <a href={exportAddress(conversation.id, 'markdown')} download>
                {texts.exportMarkdown}
              </a>
            </Item>
            <Item asChild>
              <a href={exportAddress(conversation.id, 'json')} download>
                {texts.exportJson}
              </a>
            </Item>
            <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
            <Item
              className="text-[#ffb3c0]"
              onSelect={() => {
                takesFocus.current = true
                remove(conversation)
                onDeleted?.()
              }}
            >
              {texts.deleteAction}
            </Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {elsewhere && props.agent && (
        <Suspense fallback={null}>
          <ElsewhereDialog agent={props.agent} onClose={() => setElsewhere(false)} />
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

function Item({ className, ...props }: ComponentProps<typeof DropdownMenu.Item>) {
  return (
    <DropdownMenu.Item
      {...props}
      className={`flex min-h-11 cursor-pointer items-center px-4 text-[15px] outline-none data-[highlighted]:bg-cyan/12 data-[highlighted]:text-text ${className ?? ''}`}
    />
  )
}

function exportAddress(id: string, format: ExportFormat): string {
  return `/api/conversations/${id}/export?format=${format}`
}

/** Three dots: the icon of a menu. */
function MoreIcon() {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="currentColor">
      <circle cx="5.5" cy="12" r="1.6" />
      <circle cx="12" cy="12" r="1.6" />
      <circle cx="18.5" cy="12" r="1.6" />
    </svg>
  )
}
