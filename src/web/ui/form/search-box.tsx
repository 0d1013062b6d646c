import { type RefObject, useEffect, useId } from 'react'
import { SearchIcon } from '../icons.tsx'

export interface SearchBoxProps {
  ref: RefObject<HTMLInputElement | null>
  text: string
  /** The field name in the query when a page without its code submits the form. */
  name?: string
  /** Why this text can't be searched for. */
  problem: string | undefined
  onType: (text: string) => void
  /** On Enter only: a press on a listed item leaves the field, and results that then change would move under it. */
  onCommit: () => void
  /** After `onCommit`, for a further action. */
  onEnter?: () => void
  shortcut?: string | undefined
}

export function SearchBox(
  props: SearchBoxProps & { label: string; placeholder: string; className?: string },
) {
  const problemId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what was typed, or taken away, before the page came alive is a search too
  useEffect(() => {
    const typed = props.ref.current?.value
    if (typed !== undefined && typed !== props.text) props.onType(typed)
  }, [])
  return (
    <form
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault()
        props.onCommit()
        props.onEnter?.()
      }}
    >
      <div className="relative">
        <SearchIcon
          className="pointer-events-none absolute top-[15px] left-4.5 text-muted"
          width={18}
          height={18}
        />
        <input
          ref={props.ref}
          type="search"
          name={props.name ?? 'query'}
          className="input pl-12"
          placeholder={props.placeholder}
          aria-label={props.label}
          aria-invalid={props.problem !== undefined}
          aria-describedby={props.problem && problemId}
          aria-keyshortcuts={props.shortcut}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={props.text}
          onChange={(event) => props.onType(event.target.value)}
        />
      </div>
      {props.problem && (
        <p id={problemId} role="alert" className="mt-2 text-sm text-[#ff8ba0]">
          {props.problem}
        </p>
      )}
    </form>
  )
}
