import { Suspense, useEffect, useRef } from 'react'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { MessageTime, useZone } from '../../../blocks/messages/message-time.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { endlessClass } from '../../../ui/endless.ts'
import { PencilIcon } from '../../../ui/icons.tsx'
import type { Turn } from '../conversation/conversation.ts'
import { optionalPart } from '../optional-part.ts'
import * as texts from '../texts.tsx'
import { BranchArrows } from './branch-arrows.tsx'
import { EditQuestion } from './edit-question.tsx'
import { quiet, type TurnActions } from './turn-actions.ts'

const AttachedFiles = optionalPart(() => import('./attached-files.tsx'))

export function QuestionView(props: { turn: Turn; actions: TurnActions; editing: boolean }) {
  const { turn, actions, editing } = props
  const { question } = turn
  const zone = useZone()
  const edit = useRef<HTMLButtonElement>(null)
  const edited = useRef(false)
  useEffect(() => {
    // The focus was in the edit field, which is unmounted.
    if (edited.current && !editing && document.activeElement === document.body) edit.current?.focus()
    edited.current = editing
  }, [editing])
  if (editing)
    return (
      <EditQuestion
        text={question.content}
        onSave={(text) => actions.saveEdit?.(question.id, text) ?? false}
        onCancel={() => actions.cancelEdit?.()}
      />
    )
  return (
    <div className="flex w-full flex-col items-end gap-x-2 md:flex-row-reverse">
      <div
        data-message={question.id}
        className="max-w-message min-w-0 rounded-[14px_14px_3px_14px] border border-cyan/20 bg-cyan/9 px-4 py-3"
      >
        <p className="sr-only">{texts.youSaid}</p>
        <p
          className={`${endlessClass(question.content)} text-base break-words whitespace-pre-wrap [overflow-wrap:anywhere]`}
        >
          {question.content}
        </p>
        {question.files && (
          <Suspense fallback={null}>
            <AttachedFiles files={question.files} />
          </Suspense>
        )}
        <MessageTime of={question.createdAt} zone={zone} titled className="mt-2 block" />
      </div>
      <div className="flex flex-none items-center max-md:-mb-3">
        <span className="contents group-data-busy/list:hidden">
          {actions.select && (
            <BranchArrows of="your question" branches={turn.questions} onSelect={actions.select} />
          )}
        </span>
        <span className={`flex items-center ${quiet}`}>
          {actions.beginEdit && (
            <span className="contents group-data-busy/list:hidden">
              <IconButton
                ref={edit}
                label={texts.editQuestion}
                onClick={() => actions.beginEdit?.(question.id)}
              >
                <PencilIcon width={15} height={15} />
              </IconButton>
            </span>
          )}
          <CopyButton text={question.content} label={texts.copyQuestion} />
        </span>
      </div>
    </div>
  )
}
