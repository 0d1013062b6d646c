import { useLayoutEffect, useRef, useState } from 'react'
import { limits } from '../../../shared/common/limits.ts'
import type { HomeAgent } from '../../../shared/home.ts'
import { FieldCount } from '../../blocks/messages/field-count.tsx'
import { keepFirstWords, recallFirstWords, sendFirstWords } from '../../blocks/messages/first-words.ts'
import { MessageComposer } from '../../blocks/messages/message-composer.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { Picture } from '../../ui/picture/picture.tsx'

/**
 * The form for the first message of a conversation and its agent; sending continues in the chat with that agent.
 * Before hydration the form submits natively to the same effect.
 * @param props.onReady called with the chosen agent when the person starts to type, so that its chat can be preloaded
 */
export function FirstWords(props: { agents: readonly HomeAgent[]; onReady: (agentId: string) => void }) {
  const { agents, onReady } = props
  const navigate = useNavigate()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  useLayoutEffect(() => {
    // Text that was typed before hydration, or earlier without being asked.
    setText(input.current?.value || recallFirstWords())
  }, [])
  const chosen = () => {
    const form = input.current?.form
    return (form && String(new FormData(form).get('agent') ?? '')) || agents[0]?.id
  }
  const ready = () => {
    const agentId = chosen()
    if (agentId) onReady(agentId)
  }
  const send = () => {
    const agentId = chosen()
    const length = text.trim().length
    if (!agentId || length === 0 || length > limits.chatMessage) return
    sendFirstWords(agentId, text)
    void navigate(`/chat/${agentId}`, { state: { takesFocus: true } })
  }
  return (
    <MessageComposer
      action="/chat"
      label="Your first words"
      text={text}
      max={limits.chatMessage}
      input={input}
      onText={(next) => {
        setText(next)
        keepFirstWords(next)
      }}
      onSubmit={send}
      sendDisabled={false}
      field={{ name: 'words', placeholder: 'Ask anything', required: true, onFocus: ready }}
      over={
        <fieldset className="mb-3 min-w-0" onChange={ready}>
          <legend className="label mb-2.5">Talk to</legend>
          <div className="grid grid-cols-3 gap-2">
            {agents.map((agent, index) => (
              <label
                key={agent.id}
                className={`hue-${agent.category} grid min-w-0 cursor-pointer items-center gap-x-3 gap-y-1.5 border border-line p-2 transition-colors hover:border-line-strong has-checked:border-(--hue) has-checked:bg-[color-mix(in_oklab,var(--hue)_10%,transparent)] has-focus-visible:outline-2 has-focus-visible:outline-cyan max-lg:justify-items-center lg:grid-cols-[auto_minmax(0,1fr)]`}
              >
                <input
                  type="radio"
                  name="agent"
                  value={agent.id}
                  defaultChecked={index === 0}
                  className="sr-only"
                />
                <Picture
                  src={agent.pictureUrl}
                  alt=""
                  width={40}
                  height={40}
                  sizes="40px"
                  className="hexagon size-10 flex-none bg-deep object-cover"
                />
                <span className="display max-w-full truncate text-sm font-semibold" title={agent.name}>
                  {agent.name}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      }
      under={({ error, used, faultId }) => (
        <FieldCount errorId={faultId} error={error} used={used} max={limits.chatMessage} />
      )}
    />
  )
}
