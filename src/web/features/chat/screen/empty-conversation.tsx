import type { ReactNode } from 'react'
import * as texts from '../texts.tsx'

/** The empty state of the chat screen, with a few suggested questions (section 2). */
export function EmptyConversation(props: {
  suggestions: readonly string[]
  onAsk: (text: string) => void
  children?: ReactNode
}) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-6 py-6 text-center">
      <div className="grid gap-3">
        <h2 className="text-2xl font-semibold">{texts.neuralInterfaceActive}</h2>
        <p className="font-mono text-15 text-soft after:-ml-[1ch] after:inline-block after:h-0.5 after:w-[1ch] after:translate-y-[0.2em] after:animate-pulse-soft after:bg-cyan">
          {texts.initializeQuerySequence}
        </p>
      </div>
      <QuestionChips
        label={texts.suggestedQuestions}
        questions={props.suggestions}
        onAsk={props.onAsk}
        className="justify-center"
      />
      {props.children}
    </div>
  )
}

export function QuestionChips(props: {
  label: string
  questions: readonly string[]
  onAsk: (text: string) => void
  className?: string
}) {
  return (
    <ul aria-label={props.label} className={`flex flex-wrap gap-2.5 ${props.className ?? ''}`}>
      {props.questions.map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => props.onAsk(text)}
            className="min-h-11 rounded-full border border-line-strong bg-[rgb(127_214_255/0.03)] px-4.5 py-2 text-sm text-soft transition-colors hover:border-cyan hover:text-text"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
