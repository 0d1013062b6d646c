import type { ReactNode } from 'react'

/** Section 2: the empty state of the chat screen, with a few first questions. */
export function EmptyConversation(props: {
  suggestions: readonly string[]
  onAsk: (text: string) => void
  /** Stands under the questions. */
  children?: ReactNode
}) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-6 py-6 text-center">
      <div className="grid gap-3">
        <h2 className="text-2xl font-semibold">Neural Interface Active</h2>
        <p className="font-mono text-[15px] text-soft after:-ml-[1ch] after:inline-block after:h-0.5 after:w-[1ch] after:translate-y-[0.2em] after:animate-pulse-soft after:bg-cyan">
          {'> Initialize query sequence_'}
        </p>
      </div>
      <ul aria-label="Questions to begin with" className="flex flex-wrap justify-center gap-2.5">
        {props.suggestions.map((text) => (
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
      {props.children}
    </div>
  )
}
