import { type ReactNode, useEffect, useRef } from 'react'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import * as texts from './texts.ts'

/** A part of a form that opens when it is wanted; closed, it says what is in it. Its fields are mounted all the time. */
export function FormSection(props: {
  title: string
  /** What is in it, in one line. */
  summary: string
  /** Whether something in it has to be put right: it opens, and says so once it is closed. */
  faulty?: boolean
  /** Opens it when it becomes true. */
  wanted?: boolean
  onOpen?: () => void
  children: ReactNode
}) {
  const { faulty = false, wanted = false } = props
  const element = useRef<HTMLDetailsElement>(null)
  const opens = faulty || wanted
  useEffect(() => {
    if (opens && element.current) element.current.open = true
  }, [opens])
  return (
    <details
      ref={element}
      className="group border-t border-line"
      onToggle={(event) => event.currentTarget.open && props.onOpen?.()}
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 py-3 transition-colors hover:text-cyan focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="display text-15 font-semibold tracking-[0.02em]">{props.title}</span>
          <span className={`truncate text-sm group-open:hidden ${faulty ? 'text-[#ff8ba0]' : 'text-muted'}`}>
            {faulty ? texts.sectionFaulty : props.summary}
          </span>
        </span>
        <ArrowDownIcon
          width={16}
          height={16}
          className="flex-none text-muted transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-6 pt-2 pb-7">{props.children}</div>
    </details>
  )
}
