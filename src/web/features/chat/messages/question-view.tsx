import { Suspense, useEffect, useRef } from 'react'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { MessageTime, useZone } from '../../../blocks/messages/message-time.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { endlessClass } from '../../../ui/endless.ts'
import { PencilIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import type { Turn } from '../conversation/conversation.ts'
import { MessageTools } from '../long/load-long.ts'
import * as texts from '../texts.tsx'
import { Deleted } from './deleted.tsx'
import { quiet, type TurnActions } from './turn-actions.ts'
import { Versions } from './versions.tsx'

const EditQuestion = lazyPart(() => import('./edit-question.tsx'))
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
      <Suspense fallback={<div className="skeleton h-28 w-full max-w-[640px]" />}>
        <EditQuestion
          id={question.id}
          text={question.content}
          onSave={(text) => actions.saveEdit?.(question.id, text) ?? false}
          onCancel={() => actions.cancelEdit?.()}
        />
      </Suspense>
    )
  const arrows = actions.select && (
    <span className="contents group-data-busy/list:hidden">
      <Versions of="your question" branches={turn.questions} onSelect={actions.select} />
    </span>
  )
  if (question.erased)
    return (
      <div data-message={question.id} className="flex items-center gap-x-2">
        {arrows}
        <Deleted />
      </div>
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
        {arrows}
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
          {(actions.remember || actions.erase) && (
            <Suspense fallback={<span className="min-h-8 w-16 max-md:min-h-11" />}>
              <MessageTools message={question} actions={actions} />
            </Suspense>
          )}
        </span>
      </div>
    </div>
  )
}
