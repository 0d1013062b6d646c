import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useRef, useState } from 'react'
import type { Story } from '../../../../shared/chat/stories.ts'
import { useZone } from '../../../blocks/messages/message-time.tsx'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { changeFocus } from '../../../lib/change-focus.ts'
import { dayAndTime } from '../../../lib/clock.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Unfold } from '../../../ui/unfold.tsx'
import { conversationKey } from '../api/conversation-query.ts'
import { changeStory, deleteStory } from '../api/long-conversation.ts'
import { notifyTabs } from '../conversation/conversation-channel.ts'
import * as texts from './texts.ts'

const EditStory = lazyPart(() => import('./edit-story.tsx'))

/** What the agent gets in place of the messages above it: folded, at its place among them. */
export default function StoryView(props: { story: Story; agentName: string; conversationId: string }) {
  const { story, agentName, conversationId } = props
  const api = useApi()
  const told = useTold(conversationId)
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const done = () =>
    changeFocus(
      () => setEditing(false),
      () => edit.current,
    )
  return (
    <section aria-label={texts.story}>
      <Unfold
        label={<Title story={story} />}
        look="mx-auto text-13! text-muted!"
        className="border-y border-line-strong py-1"
      >
        <div className="grid animate-fade gap-3 px-1 pt-1 pb-4 md:px-6">
          <p className="max-w-[70ch] text-13 text-muted">{texts.storyAbout(agentName)}</p>
          {editing ? (
            <Suspense fallback={<div className="skeleton h-48" />}>
              <EditStory
                text={story.text}
                save={(text) => changeStory(api, conversationId, story.id, text).then(told)}
                onDone={done}
              />
            </Suspense>
          ) : (
            <StoryText
              text={story.text}
              edit={edit}
              onEdit={() => setEditing(true)}
              onRemove={() => setRemoving(true)}
            />
          )}
        </div>
      </Unfold>
      {removing && (
        <RemoveStory
          agentName={agentName}
          remove={() => deleteStory(api, conversationId, story.id).then(told)}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  )
}

function StoryText(props: {
  text: string
  edit: RefObject<HTMLButtonElement | null>
  onEdit: () => void
  onRemove: () => void
}) {
  return (
    <>
      <p className="max-w-[70ch] text-15 leading-[1.6] whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">
        {props.text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button ref={props.edit} size="small" className="max-md:min-h-11" onClick={props.onEdit}>
          {texts.editStory}
        </Button>
        <Button
          tone="quiet"
          size="small"
          aria-haspopup="dialog"
          className="max-md:min-h-11"
          onClick={props.onRemove}
        >
          {texts.deleteStory}
        </Button>
      </div>
    </>
  )
}

/** Shows what the server has now, here and in other tabs. */
function useTold(conversationId: string): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    notifyTabs({ type: 'retold', conversationId })
    await client.invalidateQueries({ queryKey: conversationKey(conversationId) })
  }
}

function Title({ story }: { story: Story }) {
  const zone = useZone()
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="display font-medium tracking-[0.06em] text-soft">{texts.story}</span>
      <span>
        {texts.storyBy[story.by]}
        {zone === 'local' && (
          <>
            {' · '}
            <time dateTime={story.updatedAt}>{dayAndTime(new Date(story.updatedAt))}</time>
          </>
        )}
      </span>
    </span>
  )
}

function RemoveStory(props: { agentName: string; remove: () => Promise<void>; onClose: () => void }) {
  const [state, setState] = useState<'idle' | 'busy' | { error: unknown }>('idle')
  const go = () => {
    setState('busy')
    props.remove().then(props.onClose, (error: unknown) => setState({ error }))
  }
  return (
    <ConfirmDialog
      title={texts.deleteStoryTitle}
      description={texts.deleteStoryText(props.agentName)}
      action={{ label: texts.deleteStory, busyLabel: texts.deletingStory, busy: state === 'busy', go }}
      keep={texts.keepStory}
      problem={
        typeof state === 'object'
          ? { title: texts.storyNotDeleted, text: explainError(state.error) }
          : undefined
      }
      onClose={props.onClose}
    />
  )
}
