/** Questions that are asked when they are pressed. */
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
