import { useEffect, useEffectEvent, useState } from 'react'
import {
  type ConversationSummary,
  conversationChangesSchema,
} from '../../../../../shared/chat/conversations.ts'
import { limits } from '../../../../../shared/common/limits.ts'
import { schemaErrors } from '../../../../blocks/form/field-errors.ts'
import { useForm } from '../../../../blocks/form/use-form.ts'
import { useApi } from '../../../../lib/http/api.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { notifyTabs } from '../../conversation/conversation-channel.ts'
import { renameConversation } from '../api/change-conversation.ts'
import { useConversationCache } from '../api/use-conversation-cache.ts'

const fields = ['title'] as const
const max = { title: limits.conversationTitle }

/** The form that renames a conversation: Enter saves and Escape cancels. After an error the typed title stays. */
export default function RenameForm(props: {
  conversation: Pick<ConversationSummary, 'id' | 'title'>
  onDone: () => void
}) {
  const { conversation, onDone } = props
  const [values, setValues] = useState({ title: conversation.title })
  const rename = useRename(conversation)
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields,
    max,
    check: ({ title }) =>
      title.trim() === conversation.title ? {} : schemaErrors(conversationChangesSchema.safeParse({ title })),
    send: ({ title }) => rename(title.trim()),
    onSent: onDone,
  })
  const { submission, props: element } = form
  const { ref } = element
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref])
  useEscape(onDone)
  // There is only one field, so every error is shown there until the text changes.
  const isRefused = submission.state === 'failed' && submission.values === values
  const problem = isRefused ? explainError(submission.error) : undefined
  const title = form.field('title')
  return (
    <form {...element} className="relative z-10 grid animate-fade gap-3">
      <TextField
        {...title}
        label="Title"
        error={title.error ?? problem}
        enterKeyHint="done"
        look="min-h-11 px-3 py-2"
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" className="max-md:min-h-11" aria-disabled={form.busy}>
          {form.busy ? 'Saving' : 'Save'}
        </Button>
        <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Handles Escape while the field is mounted, so that it neither closes the surrounding sheet nor stops a reply. */
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

/** Renames a conversation if the title has changed. */
function useRename(conversation: { id: string; title: string }) {
  const { id } = conversation
  const api = useApi()
  const cache = useConversationCache()
  return async (wanted: string): Promise<string> => {
    if (wanted === conversation.title) return wanted
    const { title } = await renameConversation(api, id, wanted)
    await cache.rename(id, title)
    notifyTabs({ type: 'renamed', conversationId: id })
    return title
  }
}
