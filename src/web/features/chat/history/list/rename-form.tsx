import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type ConversationSummary,
  conversationChangesSchema,
} from '../../../../../shared/chat/conversations.ts'
import { limits } from '../../../../../shared/common/limits.ts'
import { ApiError, useApi } from '../../../../lib/http/api.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { tellTabs } from '../../conversation/conversation-channel.ts'
import { renameConversation } from '../api/change-conversation.ts'
import { useConversationCache } from '../api/use-conversation-cache.ts'

/** Another title for a conversation: Enter saves, Escape leaves it as it was, and whatever goes wrong stays typed. */
export function RenameForm(props: {
  conversation: Pick<ConversationSummary, 'id' | 'title'>
  onDone: () => void
}) {
  const { conversation, onDone } = props
  const [title, setTitle] = useState(conversation.title)
  const [tried, setTried] = useState(false)
  const { rename, saving, problem, forgetProblem } = useRename(conversation.id, onDone)
  const input = useRef<HTMLInputElement>(null)
  const used = title.trim().length
  const fault = tried || used > limits.conversationTitle ? titleProblem(title) : undefined
  useEffect(() => input.current?.select(), [])
  useEscape(onDone)

  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (title.trim() === conversation.title) onDone()
    else if (titleProblem(title)) input.current?.focus()
    else rename(title)
  }
  return (
    <form noValidate className="relative z-10 grid animate-fade gap-3" onSubmit={save}>
      <Field label="Title" error={fault ?? problem} count={{ used, max: limits.conversationTitle }}>
        {(field) => (
          <input
            {...field}
            ref={input}
            type="text"
            name="title"
            autoComplete="off"
            enterKeyHint="done"
            value={title}
            onChange={(event) => {
              setTitle(event.target.value)
              if (problem) forgetProblem()
            }}
            className="input min-h-11 px-3 py-2"
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" className="max-md:min-h-11" aria-disabled={saving}>
          {saving ? 'Saving' : 'Save'}
        </Button>
        <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Escape belongs to the field while it is there: neither the sheet around it closes nor does a reply stop. */
function useEscape(leave: () => void) {
  const onEscape = useEffectEvent(leave)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** What is wrong with a title, in the words of the field. */
function titleProblem(title: string): string | undefined {
  return conversationChangesSchema.safeParse({ title }).error?.issues[0]?.message
}

/** Gives a conversation another title; `problem` says why it did not take it. */
function useRename(id: string, onRenamed: () => void) {
  const api = useApi()
  const cache = useConversationCache()
  const rename = useMutation({
    mutationFn: (title: string) => renameConversation(api, id, title.trim()),
    onSuccess: async ({ title }) => {
      await cache.rename(id, title)
      tellTabs({ type: 'renamed', conversationId: id })
      onRenamed()
    },
  })
  return {
    rename: (title: string) => rename.isPending || rename.mutate(title),
    saving: rename.isPending,
    problem: rename.error ? problemOf(rename.error) : undefined,
    forgetProblem: rename.reset,
  }
}

function problemOf(error: unknown): string {
  return (error instanceof ApiError && error.problem?.errors?.title) || explainError(error)
}
