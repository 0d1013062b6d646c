import { type Ref, useId } from 'react'
import { SearchIcon } from '../../../ui/icons.tsx'

/** Where the list is searched. Enter, or leaving the field, begins at once. */
export function RealmSearchBox(props: {
  ref: Ref<HTMLInputElement>
  text: string
  problem: string | undefined
  onType: (text: string) => void
  onCommit: () => void
}) {
  const problemId = useId()
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          props.onCommit()
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
            name="query"
            className="input pl-12"
            placeholder="Search realms"
            aria-label="Search realms"
            aria-invalid={props.problem !== undefined}
            aria-describedby={props.problem && problemId}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            value={props.text}
            onChange={(event) => props.onType(event.target.value)}
            onBlur={props.onCommit}
          />
        </div>
        {props.problem && (
          <p id={problemId} role="alert" className="mt-2 text-sm text-[#ff8ba0]">
            {props.problem}
          </p>
        )}
      </form>
    </search>
  )
}
