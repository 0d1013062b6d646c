import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '../../../shared/common/limits.ts'
import type { SuggestedAgent } from '../../../shared/home.ts'
import { lengthOf } from '../../../shared/text/plain-text.ts'
import { FieldCount } from '../../blocks/messages/field-count.tsx'
import { keepFirstWords, recallFirstWords, sendFirstWords } from '../../blocks/messages/first-words.ts'
import { MessageComposer } from '../../blocks/messages/message-composer.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { TYPED_MOVED } from '../../lib/typed-moved.ts'
import { Portrait } from '../../ui/picture/picture.tsx'
import * as texts from './texts.ts'

/**
 * The form for the first message of a conversation and its agent; sending continues in the chat with that agent.
 * Before hydration the form submits natively to the same effect.
 * @param props.onReady called with the chosen agent when the person types or chooses, so that its chat can be preloaded
 */
export function FirstWords(props: { agents: readonly SuggestedAgent[]; onReady: (agentId: string) => void }) {
  const { agents, onReady } = props
  const navigate = useNavigate()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const chosen = agents.find(({ id }) => id === chosenId) ?? agents[0]
  const readChoice = () => {
    const form = input.current?.form
    return form ? String(new FormData(form).get('agent') ?? '') : ''
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed and chosen before hydration is read once
  useLayoutEffect(() => {
    setChosenId(readChoice())
    // Text that was typed before hydration, or earlier without being asked.
    setText(input.current?.value || recallFirstWords())
    // From now on the tab is another person's, or its writer's again.
    const read = () => setText(recallFirstWords())
    window.addEventListener(TYPED_MOVED, read)
    return () => window.removeEventListener(TYPED_MOVED, read)
  }, [])
  useFocusOnDesktop(input)
  const ask = (words: string, typed?: string) => {
    const length = lengthOf(words.trim())
    if (!chosen || length === 0 || length > limits.chatMessage) return
    sendFirstWords(chosen.id, words, typed)
    void navigate(`/chat/${chosen.id}`, { state: { takesFocus: true } })
  }
  return (
    <MessageComposer
      action="/chat"
      label={texts.message}
      text={text}
      max={limits.chatMessage}
      input={input}
      onText={(next) => {
        setText(next)
        keepFirstWords(next)
        if (chosen && text === '') onReady(chosen.id)
      }}
      onSubmit={() => ask(text)}
      sendDisabled={false}
      field={{ name: 'words', placeholder: texts.askAnything(chosen?.name ?? ''), required: true }}
      over={
        <fieldset
          className="mb-2.5 min-w-0"
          onChange={() => {
            setChosenId(readChoice())
            onReady(readChoice())
          }}
        >
          <legend className="label mb-2.5 text-soft">{texts.chooseAgent}</legend>
          <div className="grid gap-2 lg:grid-cols-3">
            {agents.map((agent, index) => (
              <AgentChoice key={agent.id} agent={agent} isFirst={index === 0} />
            ))}
          </div>
        </fieldset>
      }
      under={({ error, used, faultId }) => (
        <>
          <FieldCount errorId={faultId} error={error} used={used} max={limits.chatMessage} />
          {chosen && <Questions questions={chosen.questions} onAsk={(question) => ask(question, text)} />}
        </>
      )}
    />
  )
}

function Questions({ questions, onAsk }: { questions: readonly string[]; onAsk: (words: string) => void }) {
  return (
    <ul aria-label={texts.questions} className="mt-2.5 flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question}>
          {/* Before hydration the browser submits the question in place of the message. */}
          <button
            type="submit"
            name="question"
            value={question}
            formNoValidate
            onClick={(event) => {
              event.preventDefault()
              onAsk(question)
            }}
            className="min-h-11 rounded-full border border-line-strong bg-ground/60 px-3.5 py-1.5 text-left text-13 text-soft transition-colors hover:border-cyan hover:text-text md:min-h-9.5 md:text-sm"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}

function AgentChoice({ agent, isFirst }: { agent: SuggestedAgent; isFirst: boolean }) {
  return (
    <label
      className={`hue-${agent.category} grid min-w-0 cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-3 gap-y-0.5 border border-line bg-ground/60 p-2 transition-colors hover:border-line-strong has-checked:border-(--hue) has-checked:bg-[color-mix(in_oklab,var(--hue)_10%,transparent)] has-focus-visible:outline-2 has-focus-visible:outline-cyan lg:gap-y-2 lg:p-2.5`}
    >
      <input
        type="radio"
        name="agent"
        value={agent.id}
        defaultChecked={isFirst}
        aria-label={agent.name}
        aria-describedby={`about-${agent.id}`}
        className="sr-only"
      />
      <Portrait src={agent.pictureUrl} size={40} sizes="40px" className="size-10 bg-deep max-lg:row-span-2" />
      <span className="display truncate text-15 font-semibold" title={agent.name}>
        {agent.name}
      </span>
      <span
        id={`about-${agent.id}`}
        className="line-clamp-3 text-13 leading-[1.35] wrap-anywhere text-soft lg:col-span-2"
      >
        {agent.description}
      </span>
    </label>
  )
}

/**
 * Focuses the field where there is a keyboard. On a touch screen the focus would open the keyboard over the page. It
 * waits a frame, because a new screen first gets the focus as a whole; a focus that a person has set stays.
 */
function useFocusOnDesktop(input: { current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    if (!window.matchMedia('(hover: hover) and (pointer: fine)').matches) return
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement
      if (focused === document.body || focused?.id === 'main') input.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [input])
}
